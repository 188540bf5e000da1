/// A table whose ended entries are removed while it grows, so that it stays small in a long test.
package final class ExpiringTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var entries: [Key: Value] = [:]
    /// The number of entries at which the ended ones are removed.
    var limit = ExpiringTable.firstLimit
  }

  private static var firstLimit: Int { 1024 }

  private let state = Lock(State())
  private let isAlive: @Sendable (Value) -> Bool

  /// - Parameter isAlive: Returns false for an ended entry. It is called outside the lock.
  package init(isAlive: @escaping @Sendable (Value) -> Bool) { self.isAlive = isAlive }

  package subscript(key: Key) -> Value? { state.withLock { $0.entries[key] } }

  package var entries: [Key: Value] { state.withLock { $0.entries } }

  package func insert(_ value: Value, for key: Key) {
    var (replaced, full) = (Value?.none, [Key: Value]?.none)
    state.withLock { state in
      replaced = state.entries.updateValue(value, forKey: key)
      guard state.entries.count >= state.limit else { return }
      full = state.entries
      state.entries = [:]
      // No other thread prunes until this one has.
      state.limit = .max
    }
    if let full { restore(full.filter { isAlive($0.value) }) }
    withExtendedLifetime(replaced) {}
  }

  /// Replaces all entries; returns the previous ones, to release outside the lock.
  @discardableResult
  package func replaceAll(with entries: [Key: Value]) -> [Key: Value] {
    state.withLock { state in
      defer { state.entries = entries }
      return state.entries
    }
  }

  private func restore(_ alive: [Key: Value]) {
    var old: [Key: Value] = [:]
    state.withLock { state in
      old = state.entries
      state.entries = alive.merging(old) { $1 }
      state.limit = max(Self.firstLimit, 2 * state.entries.count)
    }
    withExtendedLifetime((old, alive)) {}
  }
}
