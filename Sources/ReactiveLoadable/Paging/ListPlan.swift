extension PagedStateMachine {
  /// What a load of a list is after, kept when it fails, so that a retry can go on from there.
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
}
