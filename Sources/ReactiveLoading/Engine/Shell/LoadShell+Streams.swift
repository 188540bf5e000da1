package import ReactiveRelays

/// The streams of the intents of a loader, and the order of their requests.
// SAFETY: `order` is touched under the lock of the loader only.
final class IntentStreams: @unchecked Sendable {
  fileprivate let owned = CancellableBag()
  @exclusivity(unchecked) var order = RequestOrder()
}

extension LoadShell {
  /// The streams of intents, created when they are first used.
  package final var streams: CancellableBag { locked { createdStreams().owned } }

  /// Called under the lock.
  private final func createdStreams() -> IntentStreams {
    let streams = intentStreams ?? IntentStreams()
    intentStreams = streams
    return streams
  }

  package final func nextRequestNumber() -> UInt {
    locked { createdStreams().order.next() }
  }

  @discardableResult
  package final func admit(_ number: UInt) -> Bool { locked { admitLocked(number) } }

  /// Records that a held request is performed; returns false if it is superseded.
  ///
  /// Called under the lock.
  final func admitLocked(_ number: UInt) -> Bool {
    guard createdStreams().order.admit(number) else { return false }
    state.invalidateComparisons()
    return true
  }
}
