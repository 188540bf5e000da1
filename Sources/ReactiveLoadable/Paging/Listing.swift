extension PagedStateMachine {
  /// A list with its items, its pages and the loads at its ends.
  struct Listing: Sendable {
    typealias Page = ReactiveLoadable.Page<Cursor, Item>
    typealias Request = PageRequest<Key, Cursor>
    typealias Lane = PagedStateMachine.Lane

    let key: Key
    private(set) var items = SharedItems<Item>()
    private var index = ItemIndex<Item>()
    /// The state of the end.
    var append: Lane
    /// The state of the start.
    var prepend: Lane
    private(set) var total: Int?
    private(set) var duplicateCount = 0
    private(set) var pages: PageWindow<Key, Cursor>
    private var appendFailures = EndFailures()
    private var prependFailures = EndFailures()
    /// The time at which the list becomes stale; `nil` for never.
    var staleAt: Duration?
    /// The place of the row that became visible last; a cancel removes it.
    var visible: Int?

    var list: PagedList<Key, Item, Failure> {
      PagedList(key, items, append.shown, prepend.shown, total, duplicateCount)
    }

    subscript(end: ListEnd) -> Lane {
      get {
        switch end {
        case .end: append
        case .start: prepend
        }
      }
      set {
        switch end {
        case .end: append = newValue
        case .start: prepend = newValue
        }
      }
    }

    func place(of id: Item.ID) -> Int? { index.place(of: id, in: items) }
  }
}

// MARK: Pages

extension PagedStateMachine.Listing {
  /// Creates a list from its first page.
  init(_ page: Page, of request: Request, in pages: PageWindow<Key, Cursor>) {
    key = request.key
    self.pages = pages
    append = .resting(.complete)
    prepend = .resting(.complete)
    _ = take(page, of: request, at: .end)
    for end in ListEnd.allCases { rest(end) }
  }

  /// Adds a page at an end; returns the number of its new items.
  mutating func take(_ page: Page, of request: Request, at end: ListEnd) -> Int {
    let count = add(page, at: end)
    pages.add(PageRecord(page, request, count: count), at: end)
    return count
  }

  /// Sets the limit of pages for later additions.
  mutating func keep(_ window: Int?) { pages.keep(window) }

  /// Drops the pages at an end that exceed the window; returns true if it has dropped any.
  mutating func trim(_ end: ListEnd) -> Bool {
    guard let count = pages.trim(end) else { return false }
    items = end == .end ? items.droppingLast(count) : items.droppingFirst(count)
    return true
  }

  /// Returns the state of an end without a load.
  func rest(at end: ListEnd) -> Lane.Rest {
    pages.request(at: end).map(Lane.Rest.idle) ?? .complete
  }

  private mutating func add(_ page: Page, at end: ListEnd) -> Int {
    let before = items
    let (new, duplicates) = index.newItems(of: page.items, for: items)
    switch end {
    case .end:
      items = items.appending(new)
      index.note(before.bounds.upperBound..<items.bounds.upperBound, of: items, after: before)
    case .start:
      items = items.prepending(new)
      index.note(items.bounds.lowerBound..<before.bounds.lowerBound, of: items, after: before)
    }
    self.duplicateCount += duplicates
    total = page.total ?? total
    return new.count
  }
}

// MARK: Ends

extension PagedStateMachine.Listing {
  /// Returns the failures at an end since the last page that loaded there.
  func failures(at end: ListEnd) -> EndFailures {
    switch end {
    case .end: appendFailures
    case .start: prependFailures
    }
  }

  /// Settles an end after a page has loaded.
  mutating func rest(_ end: ListEnd) {
    self[end] = .resting(rest(at: end))
    set(EndFailures(), at: end)
  }

  /// Settles an end after a page has failed; a retry uses this request.
  mutating func fail(_ end: ListEnd, _ error: Failure, _ request: Request, _ now: Duration) {
    self[end] = .resting(.failed(error, request))
    set(failures(at: end).adding(at: now), at: end)
  }

  private mutating func set(_ failures: EndFailures, at end: ListEnd) {
    switch end {
    case .end: appendFailures = failures
    case .start: prependFailures = failures
    }
  }
}

// MARK: Visibility

extension PagedStateMachine.Listing {
  /// Returns true if too few rows follow the visible row towards an end.
  func wantsMore(at end: ListEnd, within distance: Int) -> Bool {
    guard let visible, items.count > 0 else { return false }
    let following =
      switch end {
      case .end: items.bounds.upperBound - 1 - visible
      case .start: visible - items.bounds.lowerBound
      }
    return following < distance
  }

  /// Adopts the visible row of the list that this one replaces.
  mutating func adoptView(of before: Self) {
    guard let seen = before.visible else { return }
    let offset = max(seen - before.items.bounds.lowerBound, 0)
    _ = see(offset: min(offset, items.count - 1))
  }

  /// Records the visible row by its index; returns false if the index is out of bounds.
  mutating func see(offset: Int) -> Bool {
    guard 0..<items.count ~= offset else { return false }
    visible = items.bounds.lowerBound + offset
    return true
  }
}

// MARK: Edits

extension PagedStateMachine.Listing {
  /// Applies an edit; returns false if the list does not contain the item or position.
  mutating func make(_ edit: ListEdit<Item>) -> Bool {
    switch edit {
    case .change(let id, let body): change(id, body)
    case .remove(let id): remove(id)
    case .insert(let item, let place): insert(item, at: place)
    }
  }

  /// Prevents pages from adding an item with this id.
  mutating func bar(_ id: Item.ID) { index.bar(id) }

  private mutating func change(_ id: Item.ID, _ body: (inout Item) -> Void) -> Bool {
    guard let place = place(of: id) else { return false }
    var item = items[place]
    body(&item)
    if item.id != id { return false }
    (items, _) = items.edited { $0[place - items.bounds.lowerBound] = item }
    index.change(items)
    return true
  }

  private mutating func remove(_ id: Item.ID) -> Bool {
    guard let place = place(of: id) else { return false }
    let offset = place - items.bounds.lowerBound
    (items, _) = items.edited { $0.remove(at: offset) }
    index.remove(id, of: items)
    pages.change(by: -1, at: offset)
    return true
  }

  private mutating func insert(_ item: Item, at place: ListEdit<Item>.Position) -> Bool {
    if case .before(item.id) = place { return change(item.id) { $0 = item } }
    if case .after(item.id) = place { return change(item.id) { $0 = item } }
    guard offset(of: place) != nil else { return false }
    _ = remove(item.id)
    guard let offset = offset(of: place) else { return false }
    (items, _) = items.edited { $0.insert(item, at: offset) }
    index.insert(item.id, at: items.bounds.lowerBound + offset, of: items)
    pages.change(by: 1, at: offset)
    return true
  }

  private func offset(of place: ListEdit<Item>.Position) -> Int? {
    switch place {
    case .start: 0
    case .end: items.count
    case .before(let id): self.place(of: id).map { $0 - items.bounds.lowerBound }
    case .after(let id): self.place(of: id).map { $0 - items.bounds.lowerBound + 1 }
    }
  }
}
