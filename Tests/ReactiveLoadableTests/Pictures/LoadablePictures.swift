import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading

/// The picture of the cases of `Loadable`, rendered from the transitions of the loader's machine.
@Suite struct LoadablePictures {
  /// Policies with every option that changes which events are transitions.
  private static let policies = [LoadPolicy.Duplicate.join, .replace].map { duplicate in
    LoadPolicy(
      previous: duplicate == .join ? .ofSameRequest : .always,
      duplicate: duplicate,
      freshness: .lasting(.seconds(1)),
      retry: .constant(.seconds(1), limit: 1)
    )
  }

  private static let transitions = LoadableTransitions(policies, depth: 4)

  @Test func `every transition of the machine has an arrow, and every arrow is a transition`() {
    #expect(Self.transitions.broken == [])
    #expect(LoadablePicture(transitions: Self.transitions).mistakes == [])
  }

  @Test func `the picture is rendered from the machine`() throws {
    let picture = LoadablePicture(transitions: Self.transitions)
    let files = PictureFiles("loadable", of: "ReactiveLoadable")
    try files.compare(picture.svg)
    try files.expect(
      on: "Sources/ReactiveLoadable/Documentation.docc/Articles/LoaderContract.md"
    )
  }
}
