import ReactiveLoading
import ReactivePaging
public import ReactiveRelays

/// A type that loads the value of a key and publishes one state of the load.
///
/// ``Loader`` and ``PagedLoader`` conform, so a ``LoaderModel`` holds either, and both search. Only
/// types of this library conform. See <doc:LoaderContract> and <doc:PagingContract> for the intents.
public protocol StateLoader<Key, Value, Failure>: AnyObject, Sendable {
  /// The type of the keys: the requests of a loader, the keys of lists.
  associatedtype Key: Hashable & Sendable
  /// The type of the values.
  associatedtype Value: Sendable
  /// The type of the failures.
  associatedtype Failure: Error

  /// The current state.
  var state: Loadable<Value, Failure> { get }

  /// The current state and every change, in order.
  var states: ReadOnlyRelay<Loadable<Value, Failure>> { get }

  /// A Boolean value that indicates whether a screen or a subscriber uses the loader.
  var isInUse: Bool { get }

  /// The current ``isInUse``, followed by every change in order.
  var usage: ReadOnlyRelay<Bool> { get }

  /// Loads a key, unless its value is fresh or its load is in flight.
  @discardableResult func loadIfNeeded(_ key: Key) -> LoadTask<Value, Failure>

  /// Reloads the last key; the previous value stays visible while the load runs.
  @discardableResult func refresh() -> LoadTask<Value, Failure>

  /// Runs the last load again if its value is stale or it has failed.
  @discardableResult func revalidate() -> LoadTask<Value, Failure>

  /// Runs a failed load again; does nothing in any other state.
  @discardableResult func retry() -> LoadTask<Value, Failure>

  /// Cancels the load in flight and restores the last settled state.
  func cancel()
}

/// A type that loads paginated lists; ``PagedLoader`` conforms.
public protocol ListLoader<Key, Item, Failure>: StateLoader
where Value == PagedList<Key, Item, Failure> {
  /// The type of the items of a list.
  associatedtype Item: Identifiable & Sendable where Item.ID: Sendable

  /// Performs an intent by the table of <doc:PagingContract>.
  @discardableResult func perform(_ intent: PagedIntent<Key, Item>) -> LoadTask<Value, Failure>
}

extension Loader: StateLoader {
  /// The type of the requests.
  public typealias Key = Request
}

extension PagedLoader: ListLoader {
  /// The type of the lists.
  public typealias Value = List
}
