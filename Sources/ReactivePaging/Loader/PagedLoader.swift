public import ReactiveLoading
public import ReactiveRelays

/// A loader of paginated lists (infinite lists), one list per key, that publishes one state.
///
/// For example, a screen shows search results with infinite scroll. A view model holds one loader,
/// passes the search text and the visible rows to it, and draws its states:
///
/// ```swift
/// let results = PagedLoader { (page: PageRequest<String, Int>) in
///   let answer = try await api.search(page.key, page: page.cursor ?? 1)
///   return Page(answer.items, next: answer.isLast ? nil : answer.number + 1, total: answer.total)
/// }
///
/// results.search(on: query)                     // debounced; an empty field clears
/// results.states.sinkOnMainActor { draw($0) }   // Loadable<PagedList<…>, LoadError>
/// results.visible(row.id)                       // as rows become visible: loads pages in time
/// await results.refresh().outcome()             // pull to refresh: the old rows stay visible
/// ```
///
/// The four states describe the first page and refreshes. The state of the two ends is part of the
/// list:
///
/// ```swift
/// switch results.state {
/// case .loaded(let list):
///   list                       // a collection of the items
///   list.append                // idle, loading, failed or complete: the footer
///   list.total                 // the number of items on all pages, if known
/// case .notRequested, .loading, .failed: …
/// }
/// ```
///
/// The server defines the cursor: a page number, an offset or a token. Each page has the cursor of
/// the next page and, in a list that also grows at its start, of the previous page.
///
/// The table of <doc:PagingContract> has the effect of every intent in every state. In short:
///
/// - Each page is requested once; another call joins the load.
/// - Another key starts a new list. A late page of the old key is dropped.
/// - The most recent lists are cached.
/// - After a failed page the items stay, and ``retry()`` requests the page again.
/// - An append waits for a running refresh. The old list stays visible until the new one has
///   loaded.
/// - Items are unique by id.
///
/// By default the failure type is ``LoadError``. For another failure type, pass the closure
/// `failure`, which converts a ``PagingError``:
///
/// ```swift
/// let results = PagedLoader(failure: { .badPages($0) }) {
///   (page: PageRequest<String, String>) async throws(APIError) in try await api.found(page)
/// }
/// ```
///
/// Intents are safe to call from any thread, also re-entrantly from an observer of ``states``. The
/// load function starts within the call, on the caller's thread but not on its actor. The intent
/// returns at the first suspension. No code of the caller runs under a lock. Releasing the loader
/// cancels its work and finishes ``states``.
///
/// A marble diagram tests a loader in exact virtual time:
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
  /// The type of the loaded lists.
  public typealias List = PagedList<Key, Item, Failure>
  /// The type of the requests to the load function.
  public typealias Request = PageRequest<Key, Cursor>

  package let storage: PagedStorage<Key, Cursor, Item, Failure>

  init(_ storage: PagedStorage<Key, Cursor, Item, Failure>) { self.storage = storage }

  deinit { storage.close() }

  /// The current state, which includes the change of an intent when that intent returns.
  public var state: Loadable<List, Failure> { storage.states.value }

  /// A relay that publishes the current state and then each change, in order.
  ///
  /// The relay finishes when the loader is released. Observers are called on the thread of the
  /// intent or of the work that changed the state. While another thread is delivering, that thread
  /// delivers the change as well, and ``state`` is ahead of the observers for a short time. See
  /// <doc:RelayContract#R3-Serial-delivery>.
  public var states: ReadOnlyRelay<Loadable<List, Failure>> { storage.states.readOnly }

  /// Performs an intent.
  ///
  /// See the table of <doc:PagingContract#P1-One-request-per-page>.
  ///
  /// - Parameter intent: The intent to perform.
  /// - Returns: A handle of the started or joined load, which awaits its outcome or cancels it.
  @discardableResult
  public func perform(_ intent: PagedIntent<Key, Item>) -> LoadTask<List, Failure> {
    storage.perform(intent)
  }
}

extension PagedLoader: Described {
  package var objectText: ObjectText {
    ObjectText("PagedLoader", name: nameInText, request: key, state: "\(state)")
  }

  package var debugDetails: [String?] {
    [storage.policyInWords, storage.states.source.subscribersInWords]
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    [
      "name": nameInText, "key": key, "state": state,
      "policy": storage.policyInWords, "subscribers": storage.states.subscriberCount,
    ]
  }

  private var key: Key? { storage.currentKey.flatMap { $0 is NoRequest ? nil : $0 } }
}

extension PagedLoader: NamedObject {
  package var nameInText: String? { storage.loadPolicy.name }
  package var requestInText: Any? { key }
}

extension PagedStorage {
  /// The settings that differ from the defaults, for a debugger.
  fileprivate var policyInWords: String? { policy.words(loadPolicy).policyText }
}
