/// The loader that publishes to a relay, as its descriptions name it: `Loader podcasts`.
@usableFromInline
final class RelayOwner: Sendable {
  let text: String

  init(_ text: String) { self.text = text }
}

extension RelayCore {
  package final func setOwner(_ text: String) {
    let new = RelayOwner(text)
    withState { _ in owner = new }
  }

  /// The name of the loader that publishes to the relay; `nil` if it has none.
  package final var ownerName: String? { withState { _ in owner }?.text }

  /// The origin of the relay for a debugger: its loader, or the call that created it.
  ///
  /// `nil` for another relay of the library, whose source location is of no use.
  final var originInWords: String? {
    if !creationSite.isOfLibrary { return "created at \(creationSite.textWithModule)" }
    return ownerInWords
  }

  /// The loader whose states the relay publishes; `nil` for another relay.
  private final var ownerInWords: String? {
    if let ownerName { return "states of \(ownerName)" }
    return described.type is any LoadingState.Type ? "states of a loader" : nil
  }

  /// The source location of the relay, or else its loader, for a report.
  final var origin: String {
    let site = creationSite.textWithModule
    return creationSite.isOfLibrary ? ownerInWords ?? site : site
  }
}

extension CallSite {
  /// True if a module of this package created the relay.
  package var isOfLibrary: Bool { "\(filePath)".hasPrefix(Self.sources) }

  /// The beginning of the paths of these modules: `…/Sources/Reactive`.
  private static let sources = "\(#filePath)".dropLast("Relays/Engine/RelayOwner.swift".count)
}

/// A value that may show that something loads.
package protocol LoadingState {
  var isLoading: Bool { get }
}
