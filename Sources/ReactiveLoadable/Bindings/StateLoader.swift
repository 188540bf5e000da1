import ReactiveLoading
import ReactivePaging
import ReactiveRelays

/// A type that loads the value of a key and publishes one state of the load.
///
/// ``Loader`` and ``PagedLoader`` conform, so ``LoaderModel`` and ``LoaderObject`` hold either. See
/// <doc:LoaderContract> and <doc:PagingContract> for the intents.
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

  /// Loads a key, or joins its load in flight.
  @discardableResult func load(_ key: Key) -> LoadTask<Value, Failure>

  /// Loads a key, unless its value is fresh or its load is in flight.
  @discardableResult func loadIfNeeded(_ key: Key) -> LoadTask<Value, Failure>

  /// Reloads the last key; the previous value stays visible while the load runs.
  @discardableResult func refresh() -> LoadTask<Value, Failure>

  /// Runs a failed load again; does nothing in any other state.
  @discardableResult func retry() -> LoadTask<Value, Failure>

  /// Cancels the load in flight and restores the last settled state.
  func cancel()

  /// Cancels the load in flight and drops all loaded values.
  func reset()

  /// Marks the loaded values, and the result of a load in flight, as stale.
  func invalidate()
}

/// A type that loads one value at a time, which can also be set; ``Loader`` conforms.
public protocol SettableLoader<Key, Value, Failure>: StateLoader {
  /// Sets a value that another source provides.
  func set(_ value: Value)
}

/// A type that loads paginated lists; ``PagedLoader`` conforms.
public protocol ListLoader<Key, Item, Failure>: StateLoader
where Value == PagedList<Key, Item, Failure> {
  /// The type of the items of a list.
  associatedtype Item: Identifiable & Sendable where Item.ID: Sendable

  /// Performs an intent by the table of <doc:PagingContract>.
  @discardableResult func perform(_ intent: PagedIntent<Key, Item>) -> LoadTask<Value, Failure>

  /// Changes an item; returns whether a list contains it or a load in flight may return it.
  @discardableResult
  func edit(_ id: Item.ID, _ change: @escaping @Sendable (inout Item) -> Void) -> Bool

  /// Removes an item; returns whether a list contains it or a load in flight may return it.
  @discardableResult func remove(_ id: Item.ID) -> Bool

  /// Inserts an item; returns whether its position exists or a load in flight may add it.
  @discardableResult func insert(_ item: Item, at position: ListEdit<Item>.Position) -> Bool
}

extension Loader: SettableLoader {
  /// The type of the requests.
  public typealias Key = Request
}

extension PagedLoader: ListLoader {
  /// The type of the lists.
  public typealias Value = List
}
