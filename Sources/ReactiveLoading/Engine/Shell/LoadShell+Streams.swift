package import ReactiveRelays

/// The streams of the intents of a loader, and the order of their requests.
// SAFETY: every `var` is touched under the lock of the loader only.
package final class IntentStreams: @unchecked Sendable {
  package let owned = CancellableBag()
  @exclusivity(unchecked) package var order = RequestOrder()
  // NB: Here, so that a loader without records does not pay for it.
  /// Removes all records of a loader with records.
  @exclusivity(unchecked) fileprivate var recordRemoval: RecordRemoval?

  /// Makes all records misses from now on, and returns the removal of all.
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

  /// Makes all records of the values misses from now on.
  ///
  /// Returns the removal of all records; `nil` for a loader without records.
  package final func removeRecords() -> (@Sendable () async throws -> Void)? {
    locked { intentStreams?.recordRemoval }?()
  }
}
