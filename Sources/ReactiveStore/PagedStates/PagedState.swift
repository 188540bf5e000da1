public import ReactiveLoadable

/// The state of a paginated or infinite list: the state of a `PagedLoader` as a value.
///
/// ```swift
/// struct SearchState: Sendable {
///   var text = ""
///   var results = PagedState<String, Int, Movie>()      // by the text, with page numbers
/// }
///
/// enum SearchAction: Sendable {
///   case typed(String)
///   case results(PagingAction<String, Int, Movie>)
/// }
///
/// Reduce { state, action in
///   if case .typed(let text) = action { state.results.loadIfNeeded(text) }
///   return .none
/// }
/// .paged(state: \.results, action: .results) { page, search in try await api.search(page) }
/// ```
///
/// It has the intents of a `PagedLoader`, with the same contract. A reducer calls them, or a view
/// sends them as a ``PagingAction``; `paged` makes the store run the loads that the state requires.
/// See <doc:StoreContract#S16-Paged-lists>.
///
/// Two states are equal if their keys and their visible lists are equal.
@dynamicMemberLookup
public struct PagedState<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable
>: Sendable where Item.ID: Sendable {
  /// The visible list.
  public typealias List = PagedList<Key, Item, LoadError>

  var pages = EmbeddedPages<Key, Cursor, Item, LoadError> { LoadError($0) }

  /// Creates the state before any request.
  public init() {}

  /// Creates a list from existing pages, such as saved pages, or for previews and tests.
  ///
  /// - Parameters:
  ///   - pages: The pages from the first one on, as the load function returns them. The cursor of
  ///     the last one continues the list. Pages after a page without a cursor are ignored.
  ///   - key: The key of the list.
  public init(_ pages: Page<Cursor, Item>..., of key: Key) { self.pages.show(pages, of: key) }

  /// Creates a list whose load failed, for previews and tests.
  ///
  /// - Parameters:
  ///   - error: The error that the load function throws.
  ///   - key: The key of the list.
  public init(failure error: any Error, of key: Key) { pages.fail(LoadError(error), of: key) }

  /// The state to draw, one of four; the list has the states of its ends.
  public var loadable: Loadable<List, LoadError> { pages.state }

  /// The key of the list that is loading or visible.
  public var key: Key? { pages.key }

  /// The members of a `Loadable`, such as `isLoading`, `latest` and `error`.
  public subscript<Member>(dynamicMember query: KeyPath<Loadable<List, LoadError>, Member>)
    -> Member
  {
    loadable[keyPath: query]
  }
}

// MARK: Intents

extension PagedState {
  /// Loads the list of a key from its first page, or joins its running load.
  public mutating func load(_ key: Key) { pages.perform(.load(key)) }

  /// Shows the list of a key, and loads it unless it is loaded, cached or in flight.
  public mutating func loadIfNeeded(_ key: Key) { pages.perform(.loadIfNeeded(key)) }

  /// Loads the page after the last one.
  public mutating func next() { pages.perform(.next) }

  /// Loads the page before the first one.
  public mutating func previous() { pages.perform(.previous) }

  /// Records that an item is visible, so that pages are prefetched near the ends of the list.
  public mutating func visible(_ id: Item.ID) { pages.perform(.visible(id)) }

  /// Records that the item at an index is visible; an index out of bounds changes nothing.
  public mutating func visible(at index: Int) { pages.perform(.visible(at: index)) }

  /// Reloads the first page while the list stays visible.
  public mutating func refresh() { pages.perform(.refresh) }

  /// Reloads all pages; the list stays visible until all of them are loaded.
  public mutating func refreshAllPages() { pages.perform(.refreshAllPages) }

  /// Runs the failed load again, of the list or of a page.
  public mutating func retry() { pages.perform(.retry) }

  /// Cancels the running loads, and restores the state before them.
  public mutating func cancel() { pages.perform(.cancel) }

  /// Cancels the running loads and shows no list; the cached lists are retained.
  public mutating func clear() { pages.perform(.clear) }

  /// Cancels the running loads, and removes all lists.
  public mutating func reset() { pages.perform(.reset) }

  /// Marks all lists as stale, including the cached ones.
  public mutating func invalidate() { pages.perform(.invalidate) }
}

extension PagedState where Key == NoRequest {
  /// Creates a list from existing pages, such as saved pages, or for previews and tests.
  ///
  /// - Parameter pages: The pages from the first one on, as for a list with a key.
  public init(_ pages: Page<Cursor, Item>...) { self.pages.show(pages, of: NoRequest()) }

  /// Creates a list whose load failed, for previews and tests.
  ///
  /// - Parameter error: The error that the load function throws.
  public init(failure error: any Error) { self.init(failure: error, of: NoRequest()) }

  /// Loads the list from its first page, or joins the running load.
  public mutating func load() { load(NoRequest()) }

  /// Loads the list unless it is loaded or in flight.
  public mutating func loadIfNeeded() { loadIfNeeded(NoRequest()) }
}

// MARK: Edits

extension PagedState {
  /// Changes an item in place, in every list that contains it.
  ///
  /// - Parameters:
  ///   - id: The id of the item.
  ///   - change: Changes the item, but not its id. It may be called again on the result of a load
  ///     that is in flight, so it must have no side effects.
  /// - Returns: True if the item exists, or if a load in flight may return it.
  @discardableResult
  public mutating func edit(
    _ id: Item.ID,
    _ change: @escaping @Sendable (inout Item) -> Void
  ) -> Bool {
    pages.perform(.edit(.change(id, change)))
  }

  /// Removes an item from every list that contains it; later pages do not add it again.
  ///
  /// - Parameter id: The id of the item.
  /// - Returns: True if the item exists, or if a load in flight may return it.
  @discardableResult
  public mutating func remove(_ id: Item.ID) -> Bool { pages.perform(.edit(.remove(id))) }

  /// Inserts an item in the list; an item with the same id is replaced and moved.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - position: The position of the item; by default before all others.
  /// - Returns: True if the position exists, or if a load in flight may return it.
  @discardableResult
  public mutating func insert(_ item: Item, at position: ListEdit<Item>.Position = .start) -> Bool {
    pages.perform(.edit(.insert(item, at: position)))
  }
}

extension PagedState: Equatable where Item: Equatable {
  /// Compares the keys and the visible lists.
  public static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.loadable == right.loadable
  }
}

extension PagedState: CustomReflectable, CustomStringConvertible {
  /// A mirror of the key and the state, without internal tickets.
  public var customMirror: Mirror {
    Mirror(self, children: ["key": key as Any, "state": loadable], displayStyle: .struct)
  }

  /// The state as text.
  public var description: String { "\(loadable)" }
}
