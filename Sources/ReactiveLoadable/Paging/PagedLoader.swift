/// Loads a list page by page, for one key after another, and tells how it stands as one state.
///
/// The situation: a search shows its results in a list that goes on as it is scrolled. A view model
/// keeps one object, tells it what was typed and which rows are visible, and draws what it says:
///
/// ```swift
/// let results = PagedLoader { (page: PageRequest<String, Int>) in
///   let answer = try await api.search(page.key, page: page.cursor ?? 1)
///   return Page(answer.items, next: answer.isLast ? nil : answer.number + 1, total: answer.total)
/// }
///
/// results.search(on: query)                     // debounced; an empty box clears
/// results.states.sink { draw($0) }              // Loadable<PagedList<…>, LoadError>
/// results.visible(row.id)                       // as rows come into view: loads what they need
/// await results.refresh().outcome()             // pull to refresh: the old rows stay meanwhile
/// ```
///
/// The four states are those of the first page; what goes on at the ends stands inside the list
/// (contract P):
///
/// ```swift
/// switch results.state {
/// case .loaded(let list):
///   list                       // a collection of the items
///   list.append                // idle, loading, failed, or complete: what to draw below it
///   list.total                 // how many there are in all, if the server says
/// case .notRequested, .loading, .failed: …
/// }
/// ```
///
/// What a cursor is, is up to the server: a page number, an offset, a token. Each page tells where
/// the next one is found, and the one before it, where a list goes on at both ends.
///
/// What every intent does when is in the table of <doc:PagingContract>. In short: a page is asked for
/// once; another key starts over, and no late page lands in its list; the last lists are remembered;
/// a failed page keeps the items and waits for ``retry()``; a refresh goes first and keeps the list
/// until the new one is there; items are unique by id.
///
/// A load function that throws an error type of its own keeps it if the loader is also told how to
/// make one of a ``PagingError``; without that any error becomes a ``LoadError``:
///
/// ```swift
/// let results = PagedLoader(failure: { .badPages($0) }) {
///   (page: PageRequest<String, String>) async throws(APIError) in try await api.found(page)
/// }
/// ```
///
/// Intents may be called from any thread, also from within an observer of ``states``. The load
/// function starts within the call, on the caller's thread but not on its actor, and the intent
/// returns at its first suspension. No code of the caller runs under a lock. Dropping the loader
/// cancels its work and finishes ``states``.
///
/// Its test is a diagram, in exact virtual time:
///
/// ```swift
/// marbles { m in
///   let one = Page([Row(id: 1), Row(id: 2)], next: 2)
///   let two = Page<Int, Row>([Row(id: 3), Row(id: 4)], next: nil)
///   let page = m.cold("--1|", ["1": one, "2": two], then: ["--2|"])
///   let results = PagedLoader { (_: PageRequest<NoRequest, Int>) in try await page() }
///   m.hot("-o---o") { _ in results.next() }
///   m.expect(
///     results.states.map { $0.latest?.count },
///     "nl-1-a-2",
///     ["n": nil, "l": nil, "1": 2, "a": 2, "2": 4]
///   )
/// }
/// ```
public final class PagedLoader<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
>: Sendable where Item.ID: Sendable {
  /// The list that it loads.
  public typealias List = PagedList<Key, Item, Failure>
  /// What it asks its load function for.
  public typealias Request = PageRequest<Key, Cursor>

  let storage: PagedStorage<Key, Cursor, Item, Failure>

  init(_ storage: PagedStorage<Key, Cursor, Item, Failure>) { self.storage = storage }

  deinit { storage.close() }

  /// The state as it is now; what an intent has changed shows here when the intent returns.
  public var state: Loadable<List, Failure> { storage.states.value }

  /// The state and its changes: the current one first, then each in order, as a relay gives them.
  ///
  /// It finishes when the loader goes away. Observers are called on the thread of the intent or of
  /// the work that changed the state; while another thread is delivering, that one delivers the
  /// change too, and ``state`` is ahead of the observers for a moment (R3).
  public var states: ReadOnlyRelay<Loadable<List, Failure>> { storage.states.readOnly }

  /// Does what the table of <doc:PagingContract> says for an intent.
  ///
  /// - Parameter intent: What the screen wants.
  /// - Returns: A handle of the load that was started or joined, to await its outcome or cancel it.
  @discardableResult
  public func perform(_ intent: PagedIntent<Key, Item>) -> LoadTask<List, Failure> {
    storage.perform(intent)
  }
}
