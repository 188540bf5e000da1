extension PagedStateMachine {
  /// The goal and progress of a load of a list; after a failure a retry continues with it.
  ///
  /// An edit applies only to results that were requested before it. The plan therefore records the
  /// edits since the start of the load, in order, with the number of edits that precede each
  /// attempt. They are applied to the new list when it is complete. See
  /// <doc:PagingContract#P7-Prepending-windows-and-edits>.
  struct Plan: Sendable {
    let key: Key
    var cause: LoadCause
    /// The request of the current page, or of the page that failed.
    var request: Request
    /// The number of pages to load, if the server has as many.
    var goal: Int
    /// The empty window from which the pages of the new list start.
    var pages: PageWindow<Key, Cursor>
    /// The new list with the pages loaded so far.
    var draft: Listing?
    /// The number of last pages in a row without new items.
    var emptyPages = 0
    /// The edits since the first request, which apply to pages that were requested before them.
    private(set) var edits: [ListEdit<Item>] = []
    /// The number of edits that precede the attempt in flight.
    private var known = 0
    /// The number of edits that precede the request of an item's page, if there are any.
    private var knownByItem: [Item.ID: Int] = [:]
    /// True if the loaded pages, or the page in flight, were invalidated.
    var isOutdated = false

    init(
      key: Key,
      cause: LoadCause,
      request: Request,
      goal: Int,
      pages: PageWindow<Key, Cursor>
    ) {
      self.key = key
      self.cause = cause
      self.request = request
      self.goal = goal
      self.pages = pages
    }

    /// The progress of a load with more than one page.
    var progress: LoadProgress? {
      goal > 1 ? LoadProgress(completed: Int64(draft?.pages.count ?? 0), of: Int64(goal)) : nil
    }

    /// Records that an attempt starts, immediately or later from a queue.
    mutating func beginAttempt() {
      if draft == nil { isOutdated = false }
      ask()
    }

    /// Records that a page is requested; its result is newer than the edits so far.
    mutating func ask() {
      if draft == nil {
        edits = []
        knownByItem = [:]
      }
      known = edits.count
    }

    /// Records an edit, which applies to the pages requested before it.
    mutating func note(_ edit: ListEdit<Item>) { edits.append(edit) }

    /// Restarts with the first page.
    mutating func startOver(with request: Request) {
      self.request = request
      draft = nil
      emptyPages = 0
    }

    /// Adds a loaded page.
    mutating func take(_ page: Page<Cursor, Item>) {
      let before = draft?.items.count ?? 0
      add(page)
      guard known > 0, let items = draft?.items else { return }
      let new = (items.bounds.lowerBound + before)..<items.bounds.upperBound
      for item in items.elements(at: new) { knownByItem[item.id] = known }
    }

    private mutating func add(_ page: Page<Cursor, Item>) {
      guard var listing = draft else {
        draft = Listing(page, of: request, in: pages)
        emptyPages = draft?.items.count == 0 ? 1 : 0
        return
      }
      let count = listing.take(page, of: request, at: .end)
      listing.append = .resting(listing.rest(at: .end))
      emptyPages = count == 0 ? emptyPages + 1 : 0
      draft = listing
    }

    /// Applies the edits to the new list, except to items of pages that were requested later.
    ///
    /// An item that was inserted next to an item that the list does not contain moves to the start.
    /// A removed item is not added again by a later page.
    func edited(_ listing: Listing) -> Listing {
      var listing = listing
      for (number, edit) in edits.enumerated()
      where number >= knownByItem[edit.id] ?? 0 && !listing.make(edit) {
        switch edit {
        case .change: break
        case .insert(let item, _): _ = listing.make(.insert(item, at: .start))
        case .remove(let id): listing.bar(id)
        }
      }
      return listing
    }
  }
}
