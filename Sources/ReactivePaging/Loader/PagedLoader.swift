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
/// list; see ``PagedList``.
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

  init(
    _ policy: PagingPolicy,
    failure: @escaping @Sendable (PagingError) -> Failure,
    _ work: PagedStorage<Key, Cursor, Item, Failure>.Work
  ) {
    storage = PagedStorage(policy, failure: failure, work)
  }

  /// Creates a loader that shows the saved first pages of a list before it loads, and saves them.
  package init(
    _ policy: PagingPolicy,
    failure: @escaping @Sendable (PagingError) -> Failure,
    _ work: LoadWork<PageRequest<Key, Cursor>, Page<Cursor, Item>, Failure>,
    records: any LoadRecords,
    pages: Int
  ) {
    storage = PagedStorage(policy, failure: failure, work, ListRecords(records, pages: pages))
  }

  /// Creates a loader that stays in a state, because it ignores every intent.
  package init(closedIn state: Loadable<List, Failure>) {
    storage = PagedStorage(
      PagingPolicy(),
      // A closed core ignores every intent, so there are no pages with faults.
      failure: { preconditionFailure("A closed list has loaded a page: \($0).") },
      .none
    )
    storage.handle(.close, LoadSlots.Payload())
    storage.states.accept(state)
  }

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

// MARK: Intents

extension PagedLoader {
  /// Loads the list of a key from its first page, or joins a running load of that list.
  ///
  /// - Parameter key: The key of the list.
  /// - Returns: A handle of the started or joined load.
  @discardableResult
  public func load(_ key: Key) -> LoadTask<List, Failure> { perform(.load(key)) }

  /// Shows the list of a key, and loads it unless it is cached and fresh, or in flight.
  ///
  /// A stale list is visible immediately and is refreshed. See
  /// <doc:PagingContract#P2-One-list-per-key>.
  ///
  /// - Parameter key: The key of the list.
  /// - Returns: A handle of the started or joined load.
  @discardableResult
  public func loadIfNeeded(_ key: Key) -> LoadTask<List, Failure> { perform(.loadIfNeeded(key)) }

  /// Appends the next page: loads the page after the last one, or joins its load.
  ///
  /// See <doc:PagingContract#P1-One-request-per-page>.
  ///
  /// - Returns: A handle of the started or joined load.
  @discardableResult
  public func next() -> LoadTask<List, Failure> { perform(.next) }

  /// Prepends the previous page: loads the page before the first one, or joins its load.
  ///
  /// See <doc:PagingContract#P7-Prepending-windows-and-edits>.
  ///
  /// - Returns: A handle of the started or joined load.
  @discardableResult
  public func previous() -> LoadTask<List, Failure> { perform(.previous) }

  /// Reports the item at an index as visible, and prefetches a page if the item is near an end.
  ///
  /// See <doc:PagingContract#P5-Prefetching>.
  ///
  /// - Parameter index: The index of the item in the list. An index out of bounds has no effect.
  public func visible(at index: Int) { storage.setVisible(at: index) }

  /// Reports the item with an id as visible, and prefetches a page if the item is near an end.
  ///
  /// See <doc:PagingContract#P5-Prefetching>.
  ///
  /// - Parameter id: The id of the item. An id that the list does not contain has no effect.
  public func visible(_ id: Item.ID) { storage.setVisible(id) }

  /// Loads the first page again (pull to refresh); the old list stays visible until it has loaded.
  ///
  /// See <doc:PagingContract#P4-Refresh>.
  ///
  /// - Returns: A handle of the load; its outcome is `skipped(.noRequest)` if no key is known.
  @discardableResult
  public func refresh() -> LoadTask<List, Failure> { perform(.refresh) }

  /// Loads all pages again; the old list stays visible until all of them have loaded.
  ///
  /// See <doc:PagingContract#P4-Refresh>.
  ///
  /// - Returns: A handle of the load; its outcome is `skipped(.noRequest)` if no key is known.
  @discardableResult
  public func refreshAllPages() -> LoadTask<List, Failure> { perform(.refreshAllPages) }

  /// Loads the failed pages again, and nothing else.
  ///
  /// See <doc:PagingContract#P3-Failed-pages>.
  ///
  /// - Returns: A handle of the load; its outcome is `skipped(.noFailure)` if nothing has failed.
  ///   If both ends have failed, the handle is that of the append.
  @discardableResult
  public func retry() -> LoadTask<List, Failure> { perform(.retry) }

  /// Cancels the running loads and returns to the previous settled state, with all edits.
  public func cancel() { perform(.cancel) }

  /// Cancels the running loads; the state becomes not requested, and the lists stay cached.
  public func clear() { perform(.clear) }

  /// Cancels the running loads and removes all lists, for instance when the user logs out.
  public func reset() { perform(.reset) }

  /// Marks all lists as stale, including cached ones: the next `loadIfNeeded` refreshes.
  public func invalidate() { perform(.invalidate) }
}

// MARK: One list

extension PagedLoader where Key == NoRequest {
  /// Loads the list from its first page, or joins a running load.
  ///
  /// - Returns: A handle of the started or joined load.
  @discardableResult
  public func load() -> LoadTask<List, Failure> { load(NoRequest()) }

  /// Loads the list unless it is loaded and fresh, or in flight; see ``loadIfNeeded(_:)``.
  ///
  /// - Returns: A handle of the started or joined load.
  @discardableResult
  public func loadIfNeeded() -> LoadTask<List, Failure> { loadIfNeeded(NoRequest()) }

  /// Loads the list if needed when the loader becomes in use; see ``loadWhenObserved(_:)``.
  public func loadWhenObserved() { loadWhenObserved(NoRequest()) }
}

// MARK: Descriptions

extension PagedLoader: Described {
  package var objectText: ObjectText {
    ObjectText("PagedLoader", name: nameInText, request: key, state: "\(state)")
  }

  package var debugDetails: [String?] {
    [policyInWords, storage.states.source.subscribersInWords]
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    [
      "name": nameInText, "key": key, "state": state,
      "policy": policyInWords, "subscribers": storage.states.subscriberCount,
    ]
  }

  /// The settings that differ from the defaults.
  private var policyInWords: String? { storage.policy.words(storage.loadPolicy).policyText }

  private var key: Key? { storage.currentKey.flatMap { $0 is NoRequest ? nil : $0 } }
}

extension PagedLoader: NamedObject {
  package var nameInText: String? { storage.loadPolicy.name }
  package var requestInText: Any? { key }
}
