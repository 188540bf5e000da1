public import ReactiveLoadable

/// What happens to a list that loads page by page.
public enum PagingAction<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable
>: Sendable where Item.ID: Sendable {
  /// Load the list of a key from its first page.
  case load(Key)
  /// Show the list of a key, and load it unless it is there, remembered, or on its way.
  case loadIfNeeded(Key)
  /// Load the page that follows the last one.
  case next
  /// Load the page that comes before the first one.
  case previous
  /// The item with this id is visible.
  case visible(Item.ID)
  /// Load the first page again, and go on showing the list.
  case refresh
  /// Load all pages again, and go on showing the list until all are there.
  case refreshAllPages
  /// Ask again for what has failed.
  case retry
  /// Stop, and go back to what was there before.
  case cancel
  /// Stop and show nothing, and remember the lists.
  case clear
  /// Stop, and forget everything.
  case reset
  /// A page has come, has failed, or was cancelled; sent by the store.
  case finished(LoadAnswer<Page<Cursor, Item>>)
  /// A page is attempted once more; sent by the store.
  case progressed(LoadStep<Page<Cursor, Item>>)
}

extension PagingAction: Equatable where Item: Equatable {}

extension PagingAction where Key == NoRequest {
  /// Load the list from its first page.
  public static var load: Self { .load(NoRequest()) }

  /// Load the list unless it is there or on its way.
  public static var loadIfNeeded: Self { .loadIfNeeded(NoRequest()) }
}

extension PagingAction {
  /// What the store sends of a page.
  static func heard(_ news: EmbeddedNews<Page<Cursor, Item>, LoadError>) -> Self {
    news.isEnd ? .finished(LoadAnswer(news)) : .progressed(LoadStep(news))
  }
}

extension PagedState {
  /// Does what an action says.
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
