import ReactiveLoading
import ReactiveRelays

extension LoadScope {
  /// Cancels all work of the members and removes their values, for instance at sign-out.
  ///
  /// First mutations are reset, then loaders, lists and caches, all before the call suspends: after
  /// that, no value of the old user is shown, and no write of the old user starts. Requests that
  /// wait in a debounce or a gate are dropped. Then stored records are removed.
  ///
  /// A load that starts later belongs to the next user. Cancelling the waiting task does not stop
  /// the reset. See <doc:ScopeContract#S9-Resetting-at-sign-out>.
  ///
  /// - Throws: The first failure of a removal of stored records, after the others have been tried.
  public func reset() async throws {
    let entries = index.all
    let end = ResetEnd()
    loads.perform { [resets] in
      let members = entries.compactMap(\.member)
      let removals =
        members.filter(\.writes).compactMap { $0.resetForScope() }
        + members.filter { !$0.writes }.compactMap { $0.resetForScope() }
      resets.remove(removals, end)
    }
    try await end.valueIgnoringCancellation?.get()
  }
}

/// The end of a reset.
typealias ResetEnd = Promise<Result<Void, any Error>>

/// The resets of a scope whose removals run, one reset after the other.
final class ScopeResets: Sendable {
  /// The end of the last reset; `nil` if it has ended.
  private let last = Lock<ResetEnd?>(nil)

  /// Runs removals in a task, after those of the resets before.
  func remove(_ removals: [ScopeRemoval], _ end: ResetEnd) {
    let before = last.withLock { last in
      let before = last
      if before != nil || !removals.isEmpty { last = end }
      return before
    }
    if before == nil, removals.isEmpty { return end.fulfill(.success(())) }
    Task {
      _ = await before?.valueIgnoringCancellation
      var result = Result<Void, any Error>.success(())
      for removal in removals {
        do {
          try await removal()
        } catch {
          if case .success = result { result = .failure(error) }
        }
      }
      last.withLock { if $0 === end { $0 = nil } }
      end.fulfill(result)
    }
  }
}
