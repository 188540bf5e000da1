/// The loader that publishes to a relay, as its descriptions name it: `Loader podcasts`.
@usableFromInline
final class RelayOwner: Sendable {
  let text: String

  init(_ text: String) { self.text = text }
}

extension RelayCore {
  /// Names the loader that publishes to the relay.
  package final func setOwner(_ text: String) {
    let new = RelayOwner(text)
    withState { _ in owner = new }
  }

  /// The origin of the relay for a debugger: its loader, or the call that created it.
  ///
  /// `nil` for another relay of the library, whose source location is of no use.
  final func originInWords<Value>(of type: Value.Type) -> String? {
    if let owner = withState({ _ in owner }) { return "states of \(owner.text)" }
    guard creationSite.isOfLibrary else { return "created at \(creationSite.description)" }
    return type is any LoadingState.Type ? "states of a loader" : nil
  }
}
