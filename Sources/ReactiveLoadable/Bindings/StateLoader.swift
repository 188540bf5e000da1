/// Something that loads what a key stands for and tells how that stands, as one state.
///
/// ``Loader`` and ``PagedLoader`` are, and so ``LoaderModel`` and ``LoaderObject`` hold either. What
/// the intents promise is in <doc:LoaderContract> and <doc:PagingContract>.
public protocol StateLoader<Key, Value, Failure>: AnyObject, Sendable {
  /// What is asked for: the request of a loader, the key of a list.
  associatedtype Key: Hashable & Sendable
  /// What is loaded.
  associatedtype Value: Sendable
  /// Why loading fails.
  associatedtype Failure: Error

  /// The state as it is now.
  var state: Loadable<Value, Failure> { get }

  /// The state and its changes, the current one first.
  var states: ReadOnlyRelay<Loadable<Value, Failure>> { get }

  /// Loads what a key stands for, joining a load of it.
  @discardableResult func load(_ key: Key) -> LoadTask<Value, Failure>

  /// Loads what a key stands for unless it is there and fresh, or on its way.
  @discardableResult func loadIfNeeded(_ key: Key) -> LoadTask<Value, Failure>

  /// Loads again what is there, and goes on showing it meanwhile.
  @discardableResult func refresh() -> LoadTask<Value, Failure>

  /// Asks again for what has failed.
  @discardableResult func retry() -> LoadTask<Value, Failure>

  /// Stops what runs and goes back to what was there before.
  func cancel()

  /// Stops what runs and forgets everything.
  func reset()
}

/// Something that loads lists page by page; ``PagedLoader`` is.
public protocol ListLoader<Key, Item, Failure>: StateLoader
where Value == PagedList<Key, Item, Failure> {
  /// What stands in a list.
  associatedtype Item: Identifiable & Sendable where Item.ID: Sendable

  /// Does what the table of <doc:PagingContract> says for an intent.
  @discardableResult func perform(_ intent: PagedIntent<Key, Item>) -> LoadTask<Value, Failure>

  /// Changes an item where it stands; returns whether there was one, or may be soon.
  @discardableResult
  func edit(_ id: Item.ID, _ change: @escaping @Sendable (inout Item) -> Void) -> Bool

  /// Takes an item out; returns whether there was one, or may be soon.
  @discardableResult func remove(_ id: Item.ID) -> Bool

  /// Puts an item in; returns whether there was such a place, or may be soon.
  @discardableResult func insert(_ item: Item, at place: ListEdit<Item>.Position) -> Bool
}

extension Loader: StateLoader {
  /// What is asked for.
  public typealias Key = Request
}

extension PagedLoader: ListLoader {
  /// What is loaded: a list.
  public typealias Value = List
}
