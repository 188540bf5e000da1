public import CombineShim

/// Something that loads what belongs to keys, once for all who are interested.
///
/// ``LoaderCache`` is, and so are caches that are built on it. A ``KeyedModel`` shows one key of it.
public protocol KeyedLoader<Interest>: Sendable {
  /// What somebody has who is interested in a key.
  associatedtype Interest: KeyedInterest

  /// Takes an interest in a key, and has it loaded unless it is there and fresh, or on its way.
  func interest(in key: Interest.Key, at priority: LoadPriority) -> Interest
}

/// The interest of somebody in a key, which ends when it is cancelled or dropped.
public protocol KeyedInterest<Key, Value, Failure>: AnyObject, Sendable {
  /// What it is an interest in.
  associatedtype Key: Hashable & Sendable
  /// What is loaded.
  associatedtype Value: Sendable
  /// Why loading fails.
  associatedtype Failure: Error
  /// The kind of publisher that tells the states.
  associatedtype States: Publisher<Loadable<Value, Failure>, Never>

  /// What it is an interest in.
  var key: Key { get }

  /// Whether the value was there, fresh, when the interest began.
  var isHit: Bool { get }

  /// The state as it is now.
  var state: Loadable<Value, Failure> { get }

  /// The state and its changes, the current one first; they end when the interest does.
  var states: States { get }

  /// How urgent it is.
  var priority: LoadPriority { get set }

  /// Loads again what has failed.
  func retry()

  /// Loads again what is there, and goes on showing it meanwhile.
  func refresh()

  /// Waits until nothing is loading, and returns how that ended.
  @discardableResult func outcome() async -> LoadOutcome<Value, Failure>

  /// Ends the interest.
  func cancel()
}

extension LoaderCache: KeyedLoader {}
extension LoadInterest: KeyedInterest {}
