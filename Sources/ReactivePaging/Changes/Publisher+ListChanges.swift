public import CombineShim
public import ReactiveLoading
public import ReactiveRelays

/// A state of a list, with the changes since the previous state; published by `withChanges()`.
///
/// A table needs this to draw a state: the rows, the changes to animate, and the state of the ends.
public struct ListUpdate<Key, Item: Identifiable, Failure: Error> {
  /// The state.
  public let state: Loadable<PagedList<Key, Item, Failure>, Failure>
  /// The changes from the list that this subscriber received before to the list of this state.
  ///
  /// A state without a list counts as an empty list, so the first list consists of insertions.
  public let changes: ListChanges

  /// The list of the state, including the previous list during a refresh or after a failure.
  public var list: PagedList<Key, Item, Failure>? { state.latest }

  /// Creates an update, for previews and tests.
  public init(state: Loadable<PagedList<Key, Item, Failure>, Failure>, changes: ListChanges) {
    self.state = state
    self.changes = changes
  }
}

extension ListUpdate: Sendable where Key: Sendable, Item: Sendable {}
extension ListUpdate: Equatable where Key: Equatable, Item: Equatable, Failure: Equatable {}

extension Publisher where Failure == Never {
  /// Publishes each state of a list with the changes since the previous state.
  ///
  /// ```swift
  /// subscription = results.states.withChanges().sinkOnMainActor { [weak self] in self?.draw($0) }
  /// ```
  ///
  /// ```
  /// states    n1--2--3         1: A B      2: A B C   3: C A
  /// changes   n1--2--3         1: +0 +1    2: +2      3: -1, 2 to 0
  /// ```
  ///
  /// Each subscriber receives the changes since the state that it received before, independent of
  /// other subscribers. Drop and merge states before this operator, never after it. See
  /// <doc:ShowingRowsOfAPagedList#Q2-Changes-per-subscriber>.
  ///
  /// - Returns: A publisher that finishes with this one, and publishes on the same threads. Items
  ///   with equal ids that are not equal are updates.
  public func withChanges<Key, Item: Equatable, ListFailure>() -> some ConcurrentPublisher<
    ListUpdate<Key, Item, ListFailure>, Never
  > where Output == Loadable<PagedList<Key, Item, ListFailure>, ListFailure> {
    withChanges(isSame: ==)
  }

  /// Publishes each state of a list with its changes, with a custom comparison of items.
  ///
  /// Use this for items that are not `Equatable`, or to compare only a part of each item. Otherwise
  /// it is the same as ``withChanges()``.
  ///
  /// - Parameter isSame: A closure that returns `false` if an item has changed. By default it
  ///   returns `true`, so there are no updates.
  /// - Returns: A publisher that finishes with this one, and publishes on the same threads.
  public func withChanges<Key, Item, ListFailure>(
    isSame: @escaping (_ old: Item, _ new: Item) -> Bool = { _, _ in true }
  ) -> some ConcurrentPublisher<ListUpdate<Key, Item, ListFailure>, Never>
  where Output == Loadable<PagedList<Key, Item, ListFailure>, ListFailure> {
    compactScan(from: Optional<PagedList<Key, Item, ListFailure>>.none) { list, state in
      let (old, new) = (list?.items ?? SharedItems(), state.latest?.items ?? SharedItems())
      let changes = new.changes(from: old, isSame: isSame)
      list = state.latest
      return ListUpdate(state: state, changes: changes)
    }
  }
}
