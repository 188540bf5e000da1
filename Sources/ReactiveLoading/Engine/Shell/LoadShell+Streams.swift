package import ReactiveRelays

/// The streams of the intents of a loader, and the order of their requests.
// SAFETY: every `var` is touched under the lock of the loader only.
package final class IntentStreams: @unchecked Sendable {
  package let owned = CancellableBag()
  @exclusivity(unchecked) package var order = RequestOrder()
  // NB: Here, so that a loader without records does not pay for it.
  /// The removal of all records of a loader with records.
  @exclusivity(unchecked) fileprivate var recordRemoval: RecordRemoval?

  /// Returns the removal of all records, which the reset of a scope has started.
  typealias RecordRemoval = @Sendable () -> (@Sendable () async throws -> Void)

  /// Returns the streams of a loader, which are created when they are first used.
  ///
  /// Called under the lock.
  package static func created(_ streams: inout IntentStreams?) -> IntentStreams {
    let created = streams ?? IntentStreams()
    streams = created
    return created
  }
}

extension LoadShell {
  package final var streams: CancellableBag {
    locked { IntentStreams.created(&intentStreams).owned }
  }

  package final func nextRequestNumber() -> UInt {
    locked { IntentStreams.created(&intentStreams).order.next() }
  }

  @discardableResult
  package final func admit(_ number: UInt) -> Bool { locked { admitLocked(number) } }

  /// Records that a held request is performed; returns false if it is superseded.
  ///
  /// Called under the lock.
  final func admitLocked(_ number: UInt) -> Bool {
    guard IntentStreams.created(&intentStreams).order.admit(number) else { return false }
    state.invalidateComparisons()
    return true
  }
}

// MARK: Records

extension LoadShell {
  final func setRecordRemoval(_ removal: @escaping IntentStreams.RecordRemoval) {
    locked { IntentStreams.created(&intentStreams).recordRemoval = removal }
  }

  /// Performs the reset of a scope, which makes all records misses in the same decision.
  ///
  /// - Returns: The removal of all records; `nil` for a loader without records.
  package final func resetForScope<Request: Hashable & Sendable>(
    _: Request.Type
  ) -> (@Sendable () async throws -> Void)? {
    locked { recordCallLocked() }
    decide(ofScope: true) { $0.perform(.reset, of: Request.self, at: $1) }
    return locked { intentStreams?.recordRemoval }?()
  }
}
