public import CombineShim

/// A state of a list, with what has changed since the one before it; given by `withChanges()`.
///
/// What a table needs to draw a state: the rows, what to animate, and what goes on at the ends.
public struct ListUpdate<Key, Item: Identifiable, Failure: Error> {
  /// The state.
  public let state: Loadable<PagedList<Key, Item, Failure>, Failure>
  /// What makes the list of this state of the one that this subscriber got before.
  ///
  /// A state that shows no list counts as an empty one, so the first list consists of insertions.
  public let changes: ListChanges

  /// The list that the state shows, also while it is being refreshed or after a failure.
  public var list: PagedList<Key, Item, Failure>? { state.latest }

  /// Creates an update, for previews and tests.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - changes: What makes its list of the one before it.
  public init(state: Loadable<PagedList<Key, Item, Failure>, Failure>, changes: ListChanges) {
    self.state = state
    self.changes = changes
  }
}

extension ListUpdate: Sendable where Key: Sendable, Item: Sendable {}
extension ListUpdate: Equatable where Key: Equatable, Item: Equatable, Failure: Equatable {}

extension Publisher where Failure == Never {
  /// Gives each state of a list with what has changed since the one before it (contract P9).
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
  /// Each subscriber has changes of its own: from the state that it got before, whatever others got.
  /// So drop and merge states before this operator, never after it.
  ///
  /// - Returns: A publisher that finishes with this one, and delivers where it does. Items that have
  ///   the same id but are not equal are among its changes as updates.
  public func withChanges<Key, Item: Equatable, ListFailure>() -> some Publisher<
    ListUpdate<Key, Item, ListFailure>, Never
  > where Output == Loadable<PagedList<Key, Item, ListFailure>, ListFailure> {
    withChanges(isSame: ==)
  }

  /// Gives each state of a list with its changes, for items that are not `Equatable`.
  ///
  /// As ``withChanges()`` in all else; also for items that are compared in another way.
  ///
  /// - Parameter isSame: Answers whether an item shows what another one with its id has shown; by
  ///   default each does, so that there are no updates.
  /// - Returns: A publisher that finishes with this one, and delivers where it does.
  public func withChanges<Key, Item, ListFailure>(
    isSame: @escaping (_ old: Item, _ new: Item) -> Bool = { _, _ in true }
  ) -> some Publisher<ListUpdate<Key, Item, ListFailure>, Never>
  where Output == Loadable<PagedList<Key, Item, ListFailure>, ListFailure> {
    folded(from: Optional<PagedList<Key, Item, ListFailure>>.none) { list, state in
      let changes = state.changes(from: list, isSame)
      list = state.latest
      return ListUpdate(state: state, changes: changes)
    }
  }
}

extension Loadable {
  /// The changes from a list that was shown before, if there was one, to that of this state.
  fileprivate func changes<Key, Item>(
    from old: Value?,
    _ isSame: (_ old: Item, _ new: Item) -> Bool
  ) -> ListChanges where Value == PagedList<Key, Item, Failure> {
    switch (old, latest) {
    case (let old?, let new?): new.changes(from: old, isSame: isSame)
    case (let old?, nil): ListChanges(removals: Array(old.indices))
    case (nil, let new?): ListChanges(insertions: Array(new.indices))
    case (nil, nil): ListChanges()
    }
  }
}
