import HashTreeCollections
public import ReactiveLoadable

/// The states of values that are loaded by their keys, such as movie details by their ids.
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
/// An unknown key is not requested. The cost of an action depends on the keys that it changes, not
/// on the number of keys, because copies share the states of all other keys. The states are
/// `Codable` if the key and the value are. See <doc:StoreContract#S17-Saved-states>.
public struct LoadableStates<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The state of a key, which needs no other request.
  public typealias Element = LoadableState<NoRequest, Value>

  /// The states in boxes, so that copies of a tree's nodes copy references only.
  private var all: TreeDictionary<Key, Box<Element>> = [:]
  /// The log of the changed keys, for the store.
  private(set) var touches = TouchLog<Key>()
  /// The keys that are loading.
  private(set) var loading: TreeSet<Key> = []
  /// The keys without a state that were requested, which a refresh requests again.
  private var asked: TreeSet<Key> = []
  /// The policy for all later changes; it is that of the store that loads the values.
  var policy: EmbeddedPolicy?

  /// Creates states before any request.
  public init() {}

  /// The keys with a state, in no order.
  public var keys: [Key] { Array(all.keys) }

  /// The state of a key, which can be changed in place.
  public subscript(key: Key) -> Element {
    get { all[key]?.value ?? Element(wasAsked: asked.contains(key)) }
    _modify {
      var element = self[key]
      if let policy { element.machine.obey(policy) }
      defer { put(element, at: key) }
      yield &element
    }
  }

  /// Removes the state of a key, and cancels its load.
  public mutating func remove(_ key: Key) { self[key] = Element() }

  /// Removes the states of all keys, and cancels their loads.
  public mutating func removeAll() {
    (all, loading, asked) = ([:], [], [])
    touches.noteAll()
  }

  /// Marks all values as stale.
  public mutating func invalidateAll() { for key in all.keys { self[key].invalidate() } }

  /// Sets the state of a key.
  mutating func put(_ element: Element, at key: Key) {
    touches.note(key)
    if element.machine.isLoading { loading.insert(key) } else { loading.remove(key) }
    all[key] = element.isKnown ? Box(element) : nil
    if !element.isKnown, element.machine.wasAsked {
      asked.insert(key)
    } else if !asked.isEmpty {
      asked.remove(key)
    }
  }
}

// MARK: For the store

extension LoadableStates {
  /// The number of the last change, unique among all states; zero before the first change.
  var version: UInt { touches.mark }

  /// True if the value of any key is loading.
  var isLoading: Bool { !loading.isEmpty }

  /// Returns the load of a key that must run; `nil` if it is not loading.
  func run(of key: Key) -> EmbeddedRun<NoRequest>? { all[key]?.value.machine.run }

  /// Returns the number of the last request for the load of a key; zero if it is not loading.
  func ask(of key: Key) -> UInt { run(of: key)?.ask ?? 0 }
}

extension LoadableStates: Equatable where Value: Equatable {
  /// Compares the states of all keys.
  public static func == (left: Self, right: Self) -> Bool { left.all == right.all }
}

extension LoadableStates: Hashable where Value: Hashable {
  /// Hashes the states of all keys.
  public func hash(into hasher: inout Hasher) { hasher.combine(all) }
}

extension LoadableStates: CustomReflectable {
  /// A mirror of the states by key.
  public var customMirror: Mirror { Mirror(reflecting: all.mapValues(\.value)) }
}
