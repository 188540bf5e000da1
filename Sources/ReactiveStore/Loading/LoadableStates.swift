import HashTreeCollections
public import ReactiveLoadable

/// The states of many things that are loaded by their keys, such as the details of movies by their ids.
///
/// ```swift
/// struct MoviesState: Sendable {
///   var details = LoadableStates<Movie.ID, Movie>()
/// }
///
/// state.details[7].loadIfNeeded()      // in a reducer; or by an action with the key
/// draw(state.details[7].loadable)
/// ```
///
/// A key that nothing is known of is not requested. What an action costs goes by the keys that it touches,
/// not by how many there are: copies of the states share what is known of all others. They are `Codable`
/// if the key and the value are (S17).
public struct LoadableStates<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// What is known of a key, which needs no request beside it.
  public typealias Element = LoadableState<NoRequest, Value>

  private var all: TreeDictionary<Key, Element> = [:]
  /// Which keys were changed, for the store.
  private(set) var touches = TouchLog<Key>()
  /// The keys that are loading.
  private(set) var loading: TreeSet<Key> = []
  /// The keys that nothing is known of any more, but that were asked for, which a refresh asks for again.
  private var asked: TreeSet<Key> = []
  /// What the values go by that are changed from now on; that of the store that has them loaded.
  var policy: SharedPolicy?

  /// Creates the states of what was not asked for yet.
  public init() {}

  /// The keys that something is known of, in no order.
  public var keys: [Key] { Array(all.keys) }

  /// What is known of a key; to be changed where it stands.
  public subscript(key: Key) -> Element {
    get { all[key] ?? Element(wasAsked: asked.contains(key)) }
    _modify {
      var element = self[key]
      if let policy { element.machine.obey(policy.policy) }
      defer { put(element, at: key) }
      yield &element
    }
  }

  /// Forgets a key; a load of it ends.
  public mutating func remove(_ key: Key) { self[key] = Element() }

  /// Forgets all keys; their loads end.
  public mutating func removeAll() {
    (all, loading, asked) = ([:], [], [])
    touches.noteAll()
  }

  /// Takes all values for stale.
  public mutating func invalidateAll() { for key in all.keys { self[key].invalidate() } }

  /// Sets what is known of a key.
  mutating func put(_ element: Element, at key: Key) {
    touches.note(key)
    if element.machine.run == nil { loading.remove(key) } else { loading.insert(key) }
    all[key] = element.isKnown ? element : nil
    if !element.isKnown, element.machine.wasAsked {
      asked.insert(key)
    } else if !asked.isEmpty {
      asked.remove(key)
    }
  }
}

// MARK: For the store

extension LoadableStates {
  /// The load of a key that has to be performed; `nil` if there is none.
  func run(of key: Key) -> EmbeddedRun<NoRequest>? { all[key]?.machine.run }

  /// The number of the last time that a load of a key was asked for; zero if it does not load.
  func ask(of key: Key) -> UInt { run(of: key)?.ask ?? 0 }
}

/// A policy that many have; each action looks whether it is still the same.
final class SharedPolicy: Sendable {
  let policy: LoadPolicy

  init(_ policy: LoadPolicy) { self.policy = policy }
}

extension LoadableStates: Equatable where Value: Equatable {
  /// Compares what is known.
  public static func == (left: Self, right: Self) -> Bool { left.all == right.all }
}

extension LoadableStates: Hashable where Value: Hashable {
  /// Hashes what is known.
  public func hash(into hasher: inout Hasher) { hasher.combine(all) }
}

extension LoadableStates: CustomReflectable {
  /// What is known, by key.
  public var customMirror: Mirror { Mirror(reflecting: all) }
}
