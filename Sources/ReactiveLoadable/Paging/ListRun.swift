/// What a load of a list is after, kept when it fails, so that a retry can go on from there.
struct ListPlan<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
>: Sendable where Item.ID: Sendable {
  typealias Listing = PagedListing<Key, Cursor, Item, Failure>
  typealias Request = PageRequest<Key, Cursor>

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
  /// The edits that were made since it began, to be made on what it brings.
  var edits: [ListEdit<Item>] = []
  /// Whether what it has brought, or what is on its way, was declared stale.
  var isOutdated = false

  /// How far it is, if it is to bring more than one page.
  var progress: LoadProgress? {
    goal > 1 ? LoadProgress(completed: Int64(draft?.pages.count ?? 0), of: Int64(goal)) : nil
  }

  /// Takes in a page.
  mutating func take(_ page: Page<Cursor, Item>) {
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

  /// Makes the edits once more, on the new list.
  ///
  /// What was put in next to an item that is not there is put in at the start; what was taken out
  /// does not come with a later page.
  func edited(_ listing: Listing) -> Listing {
    var listing = listing
    for edit in edits where !listing.make(edit) {
      switch edit {
      case .change: break
      case .insert(let item, _): _ = listing.make(.insert(item, at: .start))
      case .remove(let id): listing.bar(id)
      }
    }
    return listing
  }
}

/// A load of a list that runs: a first page, a refresh, or a deep refresh.
struct ListRun<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
>: Sendable where Item.ID: Sendable {
  typealias Plan = ListPlan<Key, Cursor, Item, Failure>
  typealias Ticket = UInt

  /// The ticket by which its handles know it.
  let load: Ticket
  var plan: Plan
  var fetch: PageFetch<Key, Cursor>
  /// What a cancel goes back to.
  var settled: SettledList<Key, Cursor, Item, Failure>
  /// Whether the list that was there goes on being shown.
  let showsSettled: Bool
  var shown: PagedListing<Key, Cursor, Item, Failure>? { showsSettled ? settled.listing : nil }

  var loading: Loading<PagedList<Key, Item, Failure>> {
    Loading(
      previous: shown?.list,
      cause: plan.cause,
      attempt: fetch.retries,
      progress: plan.progress
    )
  }
}

/// The state of a list that is not being loaded, whatever goes on at its ends.
indirect enum SettledList<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
>: Sendable where Item.ID: Sendable {
  typealias Listing = PagedListing<Key, Cursor, Item, Failure>
  typealias Plan = ListPlan<Key, Cursor, Item, Failure>

  case notRequested
  case listed(Listing)
  /// A load has failed; what shows may be the list of another key.
  case failed(Failure, Plan, over: Listing?)

  var state: Loadable<PagedList<Key, Item, Failure>, Failure> {
    switch self {
    case .notRequested: .notRequested
    case .listed(let listing): .loaded(listing.list)
    case .failed(let error, let plan, let listing):
      .failed(Failed(error: error, previous: listing?.list, cause: plan.cause))
    }
  }

  /// What was asked for last.
  var key: Key? {
    switch self {
    case .notRequested: nil
    case .listed(let listing): listing.key
    case .failed(_, let plan, _): plan.key
    }
  }

  var listing: Listing? {
    get {
      switch self {
      case .notRequested: nil
      case .listed(let listing): listing
      case .failed(_, _, let listing): listing
      }
    }
    set {
      switch self {
      case .notRequested: break
      case .listed: if let newValue { self = .listed(newValue) }
      case .failed(let error, let plan, _): self = .failed(error, plan, over: newValue)
      }
    }
  }

  /// The plan of a load that has failed when a part of the list had come, which a retry goes on with.
  var draftedPlan: Plan? {
    get {
      guard case .failed(_, let plan, _) = self, plan.draft != nil else { return nil }
      return plan
    }
    set {
      guard let newValue, case .failed(let error, _, let listing) = self else { return }
      self = .failed(error, newValue, over: listing)
    }
  }

  /// The list of a key, if it is there.
  func listing(of key: Key) -> Listing? {
    listing.flatMap { $0.key == key ? $0 : nil }
  }
}
