extension PagedStateMachine {
  /// What a load of a list is after, kept when it fails, so that a retry can go on from there.
  ///
  /// An edit covers the answers that were asked for before it, and no others (P7). So the edits since the
  /// load began are kept in their order, together with how many of them each attempt knows, and are made
  /// on the new list when it is complete.
  struct Plan: Sendable {
    let key: Key
    var cause: LoadCause
    /// The page that it is about to load, or failed at.
    var request: Request
    /// How many pages it is to bring, if there are as many.
    var goal: Int
    /// Where the pages begin.
    var pages: PageWindow<Key, Cursor>
    /// The new list, as far as it is there.
    var draft: Listing?
    /// How many of the last pages had nothing new.
    var emptyPages = 0
    /// The edits since the first answer was asked for, to be made on what was asked for before them.
    private(set) var edits: [ListEdit<Item>] = []
    /// How many of the edits the attempt in flight was begun after.
    private var known = 0
    /// For items of pages that were asked for after edits: how many edits those pages know.
    private var knownByItem: [Item.ID: Int] = [:]
    /// Whether what it has brought, or what is on its way, was declared stale.
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

    /// How far it is, if it is to bring more than one page.
    var progress: LoadProgress? {
      goal > 1 ? LoadProgress(completed: Int64(draft?.pages.count ?? 0), of: Int64(goal)) : nil
    }

    /// Notes that an attempt of a page begins, at once or when its turn in a queue has come.
    mutating func beginAttempt() {
      if draft == nil { isOutdated = false }
      ask()
    }

    /// Notes that a page is requested; its answer is newer than the edits so far.
    mutating func ask() {
      if draft == nil {
        edits = []
        knownByItem = [:]
      }
      known = edits.count
    }

    /// Notes an edit, to be made on what was asked for before it.
    mutating func note(_ edit: ListEdit<Item>) { edits.append(edit) }

    /// Begins again with the first page.
    mutating func startOver(with request: Request) {
      self.request = request
      draft = nil
      emptyPages = 0
    }

    /// Takes in a page.
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

    /// Makes the edits once more, on the new list, except on items of pages that were asked for later.
    ///
    /// What was put in next to an item that is not there is put in at the start; what was taken out
    /// does not come with a later page.
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
