import Atomics
import ReactiveLoadable

/// The states of many things that are loaded by their keys, such as the details of movies by their ids.
///
/// ```swift
/// struct MoviesState: Sendable {
///   var details = LoadableStates<Movie.ID, Movie>()
/// }
///
/// state.details[7].loadIfNeeded(7)     // in a reducer; or by an action with the key
/// draw(state.details[7].loadable)
/// ```
///
/// A key that nothing is known of is not requested. What it costs a store to look after them goes by those
/// that an action has touched, not by how many there are.
public struct LoadableStates<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// What is known of a key, whose request is the key itself.
  public typealias Element = LoadableState<Key, Value>

  private(set) var all: [Key: Element] = [:]
  /// What was changed since the store has looked last.
  private(set) var touched: Set<Key> = []
  private let origin = lastOrigin.wrappingIncrementThenLoad(ordering: .relaxed)

  /// Creates the states of what was not asked for yet.
  public init() {}

  /// The keys that something is known of, in no order.
  public var keys: [Key] { Array(all.keys) }

  /// What is known of a key; to be changed where it stands.
  public subscript(key: Key) -> Element {
    get { all[key] ?? Element() }
    _modify {
      touched.insert(key)
      yield &all[key, default: Element()]
    }
  }

  /// Forgets a key; a load of it ends.
  public mutating func remove(_ key: Key) {
    touched.insert(key)
    all[key] = nil
  }

  /// Forgets all keys; their loads end.
  public mutating func removeAll() {
    touched.formUnion(all.keys)
    all = [:]
  }

  /// Takes all values for stale.
  public mutating func invalidateAll() {
    for key in all.keys { all[key]?.invalidate() }
  }

  /// The keys to look after, which came to this from the states before.
  mutating func takeTouched(since before: Self) -> Set<Key> {
    defer { touched = [] }
    guard origin != before.origin else { return touched }
    return touched.union(before.loading).union(loading)
  }

  private var loading: [Key] { all.filter { $0.value.machine.run != nil }.map(\.key) }
}

private let lastOrigin = ManagedAtomic<UInt>(0)

extension LoadableStates: Equatable where Value: Equatable {
  /// Compares what is known.
  public static func == (left: Self, right: Self) -> Bool { left.all == right.all }
}

extension LoadableStates: CustomReflectable {
  /// What is known, by key.
  public var customMirror: Mirror { Mirror(reflecting: all) }
}
