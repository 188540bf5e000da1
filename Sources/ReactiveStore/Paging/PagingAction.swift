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
  /// Reloads the first page while the list stays visible.
  case refresh
  /// Reloads all pages; the list stays visible until all of them are loaded.
  case refreshAllPages
  /// Runs the failed load again, of the list or of a page.
  case retry
  /// Cancels the running loads, and restores the state before them.
  case cancel
  /// Cancels the running loads and shows no list; the cached lists are retained.
  case clear
  /// Cancels the running loads, and removes all lists.
  case reset
  /// The end of a page load, sent by the store.
  case finished(LoadResult<Page<Cursor, Item>>)
  /// A step of a page load, such as another attempt, sent by the store.
  case progressed(LoadEvent<Page<Cursor, Item>>)
}

extension PagingAction: Equatable where Item: Equatable {}

extension PagingAction where Key == NoRequest {
  /// Loads the list from its first page, or joins the running load.
  public static var load: Self { .load(NoRequest()) }

  /// Loads the list unless it is loaded or in flight.
  public static var loadIfNeeded: Self { .loadIfNeeded(NoRequest()) }
}

extension PagingAction {
  /// Returns the action that the store sends for an event of a page load.
  static func heard(_ news: EmbeddedNews<Page<Cursor, Item>, LoadError>) -> Self {
    news.isEnd ? .finished(LoadResult(news)) : .progressed(LoadEvent(news))
  }
}

extension PagedState {
  /// Performs an action.
  mutating func reduce(_ action: PagingAction<Key, Cursor, Item>) {
    switch action {
    case .load(let key): load(key)
    case .loadIfNeeded(let key): loadIfNeeded(key)
    case .next: next()
    case .previous: previous()
    case .visible(let id): visible(id)
    case .refresh: refresh()
    case .refreshAllPages: refreshAllPages()
    case .retry: retry()
    case .cancel: cancel()
    case .clear: clear()
    case .reset: reset()
    case .finished(let answer): if let news = answer.news { pages.hear(news) }
    case .progressed(let step): if let news = step.news { pages.hear(news) }
    }
  }
}
