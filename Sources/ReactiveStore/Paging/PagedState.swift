public import ReactiveLoadable

/// The state of a list that loads page by page: a paged loader's state, as a value.
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
/// It takes the intents of a `PagedLoader` by the same contract, from an action or from a reducer that
/// changes it; `paged` has the store do what it says (S16).
///
/// Two are equal when they show the same.
@dynamicMemberLookup
public struct PagedState<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable
>: Sendable where Item.ID: Sendable {
  /// The list that shows.
  public typealias List = PagedList<Key, Item, LoadError>

  var pages = EmbeddedPages<Key, Cursor, Item, LoadError> { LoadError($0) }

  /// Creates the state of a list that was not asked for yet.
  public init() {}

  /// Creates the state of a list whose pages came another way, such as from a file, or for previews and tests.
  ///
  /// - Parameters:
  ///   - pages: Its pages from the first one on, as the load function returns them. The last one says how it
  ///     goes on; what stands behind a page without a cursor is left out.
  ///   - key: Whose list it is.
  public init(_ pages: Page<Cursor, Item>..., of key: Key) { self.pages.show(pages, of: key) }

  /// Creates the state of a list that could not be loaded, for previews and tests.
  ///
  /// - Parameters:
  ///   - error: Why, as the load function throws it.
  ///   - key: Whose list it is.
  public init(failure error: any Error, of key: Key) { pages.fail(LoadError(error), of: key) }

  /// What there is to draw: one of four states, and what goes on at the ends of the list inside it.
  public var loadable: Loadable<List, LoadError> { pages.state }

  /// Whose list is on its way, or shows.
  public var key: Key? { pages.key }

  /// The queries of a `Loadable`, such as `isLoading`, `latest` and `error`.
  public subscript<Member>(dynamicMember query: KeyPath<Loadable<List, LoadError>, Member>)
    -> Member
  {
    loadable[keyPath: query]
  }
}

// MARK: Intents

extension PagedState {
  /// Loads the list of a key from its first page, joining a load of it.
  public mutating func load(_ key: Key) { pages.perform(.load(key)) }

  /// Shows the list of a key, and loads it unless it is there, remembered, or on its way.
  public mutating func loadIfNeeded(_ key: Key) { pages.perform(.loadIfNeeded(key)) }

  /// Loads the page that follows the last one.
  public mutating func next() { pages.perform(.next) }

  /// Loads the page that comes before the first one.
  public mutating func previous() { pages.perform(.previous) }

  /// Takes note that an item is visible, so that pages are loaded before the view comes to an end.
  public mutating func visible(_ id: Item.ID) { pages.perform(.visible(id)) }

  /// Loads the first page again, and goes on showing the list.
  public mutating func refresh() { pages.perform(.refresh) }

  /// Loads all pages again, and goes on showing the list until all are there.
  public mutating func refreshAllPages() { pages.perform(.refreshAllPages) }

  /// Asks again for what has failed.
  public mutating func retry() { pages.perform(.retry) }

  /// Stops what runs, and goes back to what was there before.
  public mutating func cancel() { pages.perform(.cancel) }

  /// Stops what runs and shows nothing; the lists are remembered.
  public mutating func clear() { pages.perform(.clear) }

  /// Stops what runs, and forgets everything.
  public mutating func reset() { pages.perform(.reset) }

  /// Takes all lists for stale, also those that are remembered.
  public mutating func invalidate() { pages.perform(.invalidate) }
}

extension PagedState where Key == NoRequest {
  /// Creates the state of a list whose pages came another way, such as from a file, or for previews and tests.
  ///
  /// - Parameter pages: Its pages from the first one on, as for a list with a key.
  public init(_ pages: Page<Cursor, Item>...) { self.pages.show(pages, of: NoRequest()) }

  /// Creates the state of a list that could not be loaded, for previews and tests.
  ///
  /// - Parameter error: Why, as the load function throws it.
  public init(failure error: any Error) { self.init(failure: error, of: NoRequest()) }

  /// Loads the list from its first page, joining a load that runs.
  public mutating func load() { load(NoRequest()) }

  /// Loads the list unless it is there or on its way.
  public mutating func loadIfNeeded() { loadIfNeeded(NoRequest()) }
}

// MARK: Edits

extension PagedState {
  /// Changes an item where it stands, in every list that has it.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - change: Changes the item, but not its id. It may run again, on what a load brings that is on
  ///     its way now, so it must be free of effects.
  /// - Returns: Whether there was such an item, or a load is on its way that may bring it.
  @discardableResult
  public mutating func edit(
    _ id: Item.ID,
    _ change: @escaping @Sendable (inout Item) -> Void
  ) -> Bool {
    pages.perform(.edit(.change(id, change)))
  }

  /// Takes an item out, of every list that has it; it does not come back with another page.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: Whether there was such an item, or a load is on its way that may bring it.
  @discardableResult
  public mutating func remove(_ id: Item.ID) -> Bool { pages.perform(.edit(.remove(id))) }

  /// Puts an item into the list; one with its id that is there already moves and gives way.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - place: Where it goes in, by default before all others.
  /// - Returns: Whether there was such a place, or a load is on its way that may bring it.
  @discardableResult
  public mutating func insert(_ item: Item, at place: ListEdit<Item>.Position = .start) -> Bool {
    pages.perform(.edit(.insert(item, at: place)))
  }
}

extension PagedState: Equatable where Item: Equatable {
  /// Compares what shows, and whose list is in question.
  public static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.loadable == right.loadable
  }
}

extension PagedState: CustomReflectable, CustomStringConvertible {
  /// What shows: tickets are nobody's business.
  public var customMirror: Mirror {
    Mirror(self, children: ["key": key as Any, "state": loadable], displayStyle: .struct)
  }

  /// What shows.
  public var description: String { "\(loadable)" }
}
