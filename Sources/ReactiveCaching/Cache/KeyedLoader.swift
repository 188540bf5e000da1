public import CombineShim
public import ReactiveLoading

/// A type that loads values by key, once for all interests in a key.
///
/// ``LoaderCache`` conforms, and so do caches that are built on it. A ``KeyedModel`` shows one key
/// of a keyed loader.
public protocol KeyedLoader<Interest>: Sendable {
  /// The type of an interest in a key.
  associatedtype Interest: KeyedInterest

  /// Creates an interest in a key, which loads it unless it is fresh or its load is in flight.
  func interest(in key: Interest.Key, at priority: LoadPriority) -> Interest
}

/// An interest in a key, which ends when it is cancelled or dropped.
public protocol KeyedInterest<Key, Value, Failure>: AnyObject, Sendable {
  /// The type of the keys.
  associatedtype Key: Hashable & Sendable
  /// The type of the values.
  associatedtype Value: Sendable
  /// The type of the failures.
  associatedtype Failure: Error
  /// The type of the publisher of the states.
  associatedtype States: Publisher<Loadable<Value, Failure>, Never>

  /// The key of the interest.
  var key: Key { get }

  /// True if the key had a fresh value when the interest started.
  var isHit: Bool { get }

  /// The current state.
  var state: Loadable<Value, Failure> { get }

  /// The current state and every change; they complete when the interest ends.
  var states: States { get }

  /// The priority of the interest.
  var priority: LoadPriority { get set }

  /// Loads a failed key again; does nothing in any other state.
  func retry()

  /// Reloads the key; the previous value stays visible while the load runs.
  func refresh()

  /// Waits for the end of the load in flight, and returns its outcome.
  @discardableResult func outcome() async -> LoadOutcome<Value, Failure>

  /// Ends the interest.
  func cancel()
}

extension LoaderCache: KeyedLoader {}
extension LoadInterest: KeyedInterest {}
