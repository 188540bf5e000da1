import LoadableTesting
import ReactiveLoadable
import TestSupport

@testable import ReactiveLoading

extension Marbles {
  /// A loader that plays one diagram after another, and notes its calls.
  func loader(
    _ records: FakeRecords,
    _ works: String...,
    freshness: Freshness = .forever,
    policy: LoadPolicy? = nil,
    calls: Log<Int> = Log(),
    isKept: Bool = true
  ) -> Loader<NoRequest, String, SampleError> {
    let work = cold(works[0], failure: SampleError.first, then: Array(works.dropFirst()))
    var policy = policy ?? LoadPolicy(freshness: freshness, clock: clock)
    policy.isCancellation = { $0 as? SampleError == .second }
    let loader = Loader<NoRequest, String, SampleError>(
      policy,
      .plain { _ async throws(SampleError) in
        calls.note(1)
        return try await work(orCancelled: .second)
      },
      records: records
    )
    return isKept ? keep(loader) : loader
  }
}

extension FakeRecords {
  /// The states of a loader whose record has A; `S` and `F` are over it.
  func loaderStates(_ age: Duration) -> [String: Loadable<String, SampleError>] {
    let date = date(.zero - age)
    return [
      "n": .notRequested, "l": .loading, "A": .loaded("A"), "B": .loaded("B"), "C": .loaded("C"),
      "S": .loading(Loading(previous: "A", savedAt: date)),
      "R": .loading(Loading(previous: "A", cause: .refresh, savedAt: date)),
      "F": .failed(Failed(error: .first, previous: "A", savedAt: date)),
      "c": .loading(Loading(previous: "C")), "f": .failed(.first),
    ]
  }
}
