import MarbleTesting

/// A table that removes its released entries while it grows, to save memory in a long test.
final class ExpiringTable<Key: Hashable & Sendable, Value: ReleaseObserver>: Sendable {
  private struct State {
    var entries: [Key: Value] = [:]
    /// The number of entries at which the released ones are removed.
    var limit = ExpiringTable.firstLimit
  }

  private static var firstLimit: Int { 1024 }

  private let state = Lock(State())

  subscript(key: Key) -> Value? { state.withLock { $0.entries[key] } }

  var entries: [Key: Value] { state.withLock { $0.entries } }

  func insert(_ value: Value, for key: Key) {
    let (replaced, isFull) = state.withLock { state in
      let replaced = state.entries.updateValue(value, forKey: key)
      let isFull = state.entries.count >= state.limit
      // No other thread removes entries until this one has.
      if isFull { state.limit = .max }
      return (replaced, isFull)
    }
    withExtendedLifetime(replaced) {}
    if isFull { removeReleased() }
  }

  func removeAll() {
    let removed = state.withLock { state in
      defer { state.entries = [:] }
      return state.entries
    }
    withExtendedLifetime(removed) {}
  }

  private func removeReleased() {
    let released = entries.filter(\.value.isReleased)
    state.withLock { state in
      // A new entry can have replaced a released one.
      for (key, value) in released where state.entries[key] === value { state.entries[key] = nil }
      state.limit = max(Self.firstLimit, 2 * state.entries.count)
    }
    withExtendedLifetime(released) {}
  }
}
