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
  /// Which keys were changed, for the store.
  private(set) var touches = TouchLog<Key>()
  /// How many are loading.
  private(set) var loading = 0

  /// Creates the states of what was not asked for yet.
  public init() {}

  /// The keys that something is known of, in no order.
  public var keys: [Key] { Array(all.keys) }

  /// What is known of a key; to be changed where it stands.
  public subscript(key: Key) -> Element {
    get { all[key] ?? Element() }
    _modify {
      var element = all.removeValue(forKey: key) ?? Element()
      uncount(element)
      defer { put(element, at: key) }
      yield &element
    }
  }

  /// Forgets a key; a load of it ends.
  public mutating func remove(_ key: Key) { self[key] = Element() }

  /// Forgets all keys; their loads end.
  public mutating func removeAll() { for key in all.keys { remove(key) } }

  /// Takes all values for stale.
  public mutating func invalidateAll() { for key in all.keys { self[key].invalidate() } }

  private mutating func uncount(_ element: Element) {
    if element.machine.run != nil { loading -= 1 }
  }

  private mutating func put(_ element: Element, at key: Key) {
    touches.note(key)
    if element.machine.run != nil { loading += 1 }
    if element.isKnown { all[key] = element }
  }
}

extension LoadableStates: Equatable where Value: Equatable {
  /// Compares what is known.
  public static func == (left: Self, right: Self) -> Bool { left.all == right.all }
}

extension LoadableStates: CustomReflectable {
  /// What is known, by key.
  public var customMirror: Mirror { Mirror(reflecting: all) }
}
