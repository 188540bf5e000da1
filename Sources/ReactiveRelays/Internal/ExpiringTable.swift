/// A table whose ended entries are removed while it grows, so that it stays small in a long test.
package final class ExpiringTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// Runs a closure on another thread.
  package typealias Executor = @Sendable (@escaping @Sendable () -> Void) -> Void

  private struct State {
    var entries: [Key: Value] = [:]
    /// The number of entries at which the ended ones are removed.
    var limit = ExpiringTable.firstLimit
  }

  private static var firstLimit: Int { 1024 }

  private let state = Lock(State())
  private let isAlive: @Sendable (Value) -> Bool
  private let executor: Executor

  /// - Parameters:
  ///   - executor: Removes ended entries. The last release of an object can happen there, and the
  ///     caller of ``insert(_:for:)`` may hold a lock that a `deinit` needs.
  ///   - isAlive: Returns false for an ended entry. It is called outside the lock.
  package init(
    on executor: @escaping Executor,
    isAlive: @escaping @Sendable (Value) -> Bool
  ) {
    self.executor = executor
    self.isAlive = isAlive
  }

  package subscript(key: Key) -> Value? { state.withLock { $0.entries[key] } }

  package var entries: [Key: Value] { state.withLock { $0.entries } }

  package func insert(_ value: Value, for key: Key) {
    let (replaced, isFull) = state.withLock { state in
      let replaced = state.entries.updateValue(value, forKey: key)
      let isFull = state.entries.count >= state.limit
      // No other thread prunes until this one has.
      if isFull { state.limit = .max }
      return (replaced, isFull)
    }
    withExtendedLifetime(replaced) {}
    if isFull { executor { [weak self] in self?.removeEnded() } }
  }

  private func removeEnded() {
    removeAll { !isAlive($0) }
    state.withLock { $0.limit = max(Self.firstLimit, 2 * $0.entries.count) }
  }

  /// Removes entries; the closure is called, and they are released, outside the lock.
  package func removeAll(where isRemoved: (Value) -> Bool) {
    let keys = entries.compactMap { isRemoved($0.value) ? $0.key : nil }
    if keys.isEmpty { return }
    let removed = state.withLock { state in
      keys.map { state.entries.removeValue(forKey: $0) }
    }
    withExtendedLifetime(removed) {}
  }
}
