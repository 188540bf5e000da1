public import Foundation
public import ReactiveLoadable

/// The actions of a paginated list.
public enum PagingAction<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable
>: Sendable where Item.ID: Sendable {
  /// Loads the list of a key from its first page, or joins its running load.
  case load(Key)
  /// Shows the list of a key, and loads it unless it is loaded, cached or in flight.
  case loadIfNeeded(Key)
  /// Loads the page after the last one.
  case next
  /// Loads the page before the first one.
  case previous
  /// Records that the item with this id is visible, so that pages are prefetched.
  case visible(Item.ID)
  /// Records that the item at this index is visible; written `.visible(at: index)`.
  case visibleIndex(Int)
  /// Reloads the first page while the list stays visible.
  case refresh
  /// Reloads all pages; the list stays visible until all of them are loaded.
  case refreshAllPages
  /// Reloads all pages if the list is stale, and the pages that have failed.
  case revalidate
  /// Runs the failed load again, of the list or of a page.
  case retry
  /// Cancels the running loads, and restores the state before them.
  case cancel
  /// Cancels the running loads and shows no list; the cached lists are retained.
  case clear
  /// Cancels the running loads, and removes all lists.
  case reset
  /// Marks all lists as stale, including the cached ones.
  case invalidate
  /// Edits the items of the lists; written `.edit(id) { … }`, `.remove(id)` or `.insert(item)`.
  case edit(ListEdit<Item>)
  /// The end of a page load, sent by the store.
  case finished(LoadResult<Page<Cursor, Item>>)
  /// A step of a page load, such as another attempt, sent by the store.
  case progressed(LoadEvent<Page<Cursor, Item>>)
  /// The saved pages of the list, sent by the store; see ``PagedReducer/saved(_:)``.
  case restored(LoadEvent<[Page<Cursor, Item>]>)
}

/// Two actions are equal if their cases and contents are equal. Two changes of an item are equal if
/// the ids of the items are equal, because closures cannot be compared.
extension PagingAction: Equatable where Item: Equatable {}

extension PagingAction {
  /// Returns the action that records that an item is visible, so that pages are prefetched.
  ///
  /// - Parameter index: The index of the item; an index out of bounds changes nothing.
  /// - Returns: The action.
  public static func visible(at index: Int) -> Self { .visibleIndex(index) }

  /// Returns the action that changes an item in place, in every list that contains it.
  ///
  /// - Parameters:
  ///   - id: The id of the item.
  ///   - change: Changes the item, but not its id. It may be called several times, so it must have
  ///     no side effects.
  /// - Returns: The action.
  public static func edit(
    _ id: Item.ID,
    _ change: @escaping @Sendable (inout Item) -> Void
  ) -> Self {
    .edit(.change(id, change))
  }

  /// Returns the action that removes an item from every list that contains it.
  ///
  /// - Parameter id: The id of the item; later pages do not add it again.
  /// - Returns: The action.
  public static func remove(_ id: Item.ID) -> Self { .edit(.remove(id)) }

  /// Returns the action that inserts an item in the list; an item with the same id is replaced.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - position: The position of the item; by default before all others.
  /// - Returns: The action.
  public static func insert(_ item: Item, at position: ListEdit<Item>.Position = .start) -> Self {
    .edit(.insert(item, at: position))
  }
}

extension PagingAction {
  /// Returns the action with the saved pages of the list, as an expected value of a test.
  ///
  /// - Parameters:
  ///   - pages: The saved pages.
  ///   - date: The date at which the first page was loaded.
  /// - Returns: An action that belongs to no load.
  public static func restored(_ pages: [Page<Cursor, Item>], savedAt date: Date) -> Self {
    .restored(.restored(pages, savedAt: date))
  }
}

extension PagingAction where Key == NoRequest {
  /// Loads the list from its first page, or joins the running load.
  public static var load: Self { .load(NoRequest()) }

  /// Loads the list unless it is loaded or in flight.
  public static var loadIfNeeded: Self { .loadIfNeeded(NoRequest()) }
}

extension PagingAction {
  /// Returns the action that the store sends for an event of a page load.
  static func received(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) -> Self {
    if case .restored = event { return .restored(LoadEvent(event, payload)) }
    return event.endsLoad
      ? .finished(LoadResult(event, payload)) : .progressed(LoadEvent(event, payload))
  }
}

extension PagedState {
  mutating func reduce(_ action: PagingAction<Key, Cursor, Item>) {
    switch action {
    case .load(let key): perform(.load(key))
    case .loadIfNeeded(let key): perform(.loadIfNeeded(key))
    case .next: perform(.next)
    case .previous: perform(.previous)
    case .visible(let id): perform(.visible(id))
    case .visibleIndex(let index): perform(.visible(at: index))
    case .refresh: perform(.refresh)
    case .refreshAllPages: perform(.refreshAllPages)
    case .revalidate: perform(.revalidate)
    case .retry: perform(.retry)
    case .cancel: perform(.cancel)
    case .clear: perform(.clear)
    case .reset: perform(.reset)
    case .invalidate: perform(.invalidate)
    case .edit(let edit): perform(.edit(edit))
    case .finished(let result): pages.handle(result.event, result.payload)
    case .progressed(let event): pages.handle(event.event, event.payload)
    case .restored(let event): pages.handle(event.event, event.payload)
    }
  }
}
