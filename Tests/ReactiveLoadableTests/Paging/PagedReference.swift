import ReactiveLoadable

/// A paged loader as one would describe it in words: the reference that the real one is held to.
///
/// It has no tickets, no shared memory, no tasks and no locks; it knows what is asked of it, which
/// calls of the load function run, and what they bring.
struct PagedReference {
  typealias Request = PageRequest<String, Int>

  /// A call of the load function that runs, or will when a wait is over.
  struct Fetch {
    let request: Request
    var retries = 0
    var isWaiting = false
    /// The number of the call, once it has been made.
    var call: Int?
  }

  struct End {
    /// How to ask for what follows; `nil` if nothing does.
    var request: Request?
    var failure: String?
    var fetch: Fetch?
    var isQueued = false
    var emptyPages = 0
    /// By which handles know what goes on.
    var job = 0

    var isBusy: Bool { fetch != nil || isQueued }

    mutating func stop() {
      fetch = nil
      isQueued = false
      emptyPages = 0
    }
  }

  struct List {
    let key: String
    var rows: [Row] = []
    /// Which page each row is on.
    var tags: [Int] = []
    /// The pages in their order.
    var book: [Entry] = []
    var droppedAtStart: [Request] = []
    var droppedAtEnd: [Request] = []
    var barred: Set<Int> = []
    var duplicates = 0
    var end = End()
    var start = End()
    var isStale = false
    var seen: Int?
    /// How many pages it has ever had.
    var lastTag = 0

    /// How its first page was asked for.
    var top: Request? { book.first?.request }
  }

  /// A page of a list.
  struct Entry {
    let tag: Int
    let request: Request
    var next: Request?
    var previous: Request?
  }

  struct Load {
    let key: String
    var cause: LoadCause
    var goal = 1
    var fetch: Fetch
    var draft: List?
    var emptyPages = 0
    var edits: [ListEdit<Row>] = []
    /// The pages that a window has dropped before the first one.
    var dropped: [Request] = []
    var shows: Bool
    var isOutdated = false
    /// By which handles know it.
    var job = 0
  }

  let policy: PagingPolicy
  /// The list that is settled; beside a failure, the one that shows.
  var list: List?
  var failure: Load?
  var load: Load?
  var recent: [List] = []
  var lastKey: String?
  /// The calls that should be made now.
  var wanted: [Request] = []
  /// What the last intent has begun or joined.
  private(set) var answer: Int?
  /// How what intents have begun has ended.
  private(set) var outcomes: [Int: Outcome] = [:]
  private var lastJob = 0

  enum Outcome { case loaded, failed, cancelled, replaced, notNeeded }

  init(_ policy: PagingPolicy) { self.policy = policy }

  var sketch: String {
    if let load {
      return ["l", "r", "t"][load.cause.number]
        + (load.fetch.retries > 0 ? "\(load.fetch.retries)" : "")
        + (load.shows ? list?.sketch ?? "" : "")
    }
    if failure != nil { return "f" + (list?.sketch ?? "") }
    return list?.sketch ?? "n"
  }
}

extension PagedReference.End {
  fileprivate func sketch(complete: String) -> String {
    if let fetch { return fetch.retries > 0 ? "+\(fetch.retries)" : "+" }
    if isQueued { return "+" }
    return failure ?? (request == nil ? complete : "…")
  }
}

extension PagedReference.List {
  fileprivate var sketch: String {
    let texts = rows.map { "\($0.id)\($0.text)" }.joined(separator: " ")
    return start.sketch(complete: "") + texts + end.sketch(complete: ".")
  }

  /// Takes a page in; returns how many rows were new.
  fileprivate mutating func take(
    _ page: RowPage,
    of request: PagedReference.Request,
    atEnd: Bool
  ) -> Int {
    var new: [Row] = []
    for row in page.items {
      if barred.contains(row.id) || (rows + new).contains(where: { $0.id == row.id }) {
        duplicates += 1
      } else {
        new.append(row)
      }
    }
    lastTag += 1
    let entry = PagedReference.Entry(
      tag: lastTag,
      request: request,
      next: page.next.map { .init(key: key, cursor: $0, direction: .next) },
      previous: page.previous.map { .init(key: key, cursor: $0, direction: .previous) }
    )
    if new.isEmpty, !book.isEmpty {
      if atEnd {
        book[book.count - 1].next = entry.next
        _ = droppedAtEnd.popLast()
      } else {
        book[0].previous = entry.previous
        _ = droppedAtStart.popLast()
      }
      return 0
    }
    let newTags = new.map { _ in lastTag }
    if atEnd {
      (rows, tags, book) = (rows + new, tags + newTags, book + [entry])
      _ = droppedAtEnd.popLast()
    } else {
      (rows, tags, book) = (new + rows, newTags + tags, [entry] + book)
      _ = droppedAtStart.popLast()
    }
    return new.count
  }

  /// How to ask for what follows at an end.
  fileprivate func following(atEnd: Bool) -> PagedReference.Request? {
    atEnd ? book.last?.next ?? droppedAtEnd.last : book.first?.previous ?? droppedAtStart.last
  }

  /// Drops pages at an end until there are so many; false if there is nothing to drop.
  fileprivate mutating func trim(atEnd: Bool, to count: Int?) -> Bool {
    guard let count, book.count > count else { return false }
    while book.count > count {
      let entry = atEnd ? book.removeLast() : book.removeFirst()
      if atEnd { droppedAtEnd.append(entry.request) } else { droppedAtStart.append(entry.request) }
      let kept = tags.indices.filter { tags[$0] != entry.tag }
      if !atEnd { seen = seen.map { $0 - (tags.count - kept.count) } }
      (rows, tags) = (kept.map { rows[$0] }, kept.map { tags[$0] })
    }
    return true
  }

  fileprivate mutating func make(_ edit: ListEdit<Row>) -> Bool {
    switch edit {
    case .change(let id, let change):
      guard let place = rows.firstIndex(where: { $0.id == id }) else { return false }
      change(&rows[place])
    case .remove(let id):
      guard let place = rows.firstIndex(where: { $0.id == id }) else { return false }
      rows.remove(at: place)
      tags.remove(at: place)
      barred.insert(id)
    case .insert(let row, let place): return insert(row, at: place)
    }
    return true
  }

  private mutating func insert(_ row: Row, at place: ListEdit<Row>.Place) -> Bool {
    let others = rows.filter { $0.id != row.id }
    let neighbour: Int
    switch place {
    case .start: neighbour = 0
    case .end: neighbour = others.count
    case .before(let id), .after(let id):
      if id == row.id {
        guard let place = rows.firstIndex(where: { $0.id == id }) else { return false }
        rows[place] = row
        return true
      }
      guard let found = others.firstIndex(where: { $0.id == id }) else { return false }
      if case .before = place { neighbour = found } else { neighbour = found + 1 }
    }
    if let place = rows.firstIndex(where: { $0.id == row.id }) { tags.remove(at: place) }
    rows = others
    tags.insert(
      tags.indices.contains(neighbour) ? tags[neighbour] : book.last?.tag ?? 0,
      at: neighbour
    )
    rows.insert(row, at: neighbour)
    barred.remove(row.id)
    return true
  }
}

// MARK: What people ask for

extension PagedReference {
  /// Cancels what an intent has begun or joined.
  mutating func cancel(job: Int) {
    if load?.job == job {
      stops(.cancelled)
      return startsQueued()
    }
    for end in Self.ends where list?[keyPath: end].isBusy == true && list?[keyPath: end].job == job
    {
      stops(end, .cancelled)
      list?.seen = nil
    }
  }

  /// The load of the list is over.
  private mutating func stops(_ outcome: Outcome) {
    if let load { outcomes[load.job] = outcome }
    forget(load?.fetch)
    load = nil
  }

  /// A call that was not made yet is not wanted any more.
  private mutating func forget(_ fetch: Fetch?) {
    guard let fetch, fetch.call == nil else { return }
    if let number = wanted.firstIndex(of: fetch.request) { wanted.remove(at: number) }
  }

  /// The page at an end is no longer on its way.
  private mutating func stops(_ end: EndPath, _ outcome: Outcome) {
    if let lane = list?[keyPath: end], lane.isBusy { outcomes[lane.job] = outcome }
    forget(list?[keyPath: end].fetch)
    list?[keyPath: end].stop()
  }

  private mutating func newJob() -> Int {
    lastJob += 1
    if answer == nil { answer = lastJob }
    return lastJob
  }

  mutating func perform(_ intent: PagedIntent<String, Row>) {
    answer = nil
    switch intent {
    case .load(let key): loads(key, isNeeded: false)
    case .loadIfNeeded(let key): loads(key, isNeeded: true)
    case .next: asks(\.end)
    case .previous: asks(\.start)
    case .visible(let index): sees(index)
    case .visibleItem(let id):
      if let index = current?.rows.firstIndex(where: { $0.id == id }) { sees(index) }
    case .refresh: refreshes(isDeep: false)
    case .deepRefresh: refreshes(isDeep: true)
    case .retry: retries()
    case .cancel: cancels()
    case .clear:
      cancels()
      leaves()
      forgets()
    case .reset:
      cancels()
      forgets()
      recent = []
    case .invalidate:
      list?.isStale = true
      for number in recent.indices { recent[number].isStale = true }
      if let load { self.load?.isOutdated = !load.fetch.isWaiting || load.draft != nil }
      if failure?.draft != nil { failure?.isOutdated = true }
    case .edit(let edit): edits(edit)
    }
  }

  /// The list whose ends may load: that of the key in question.
  private var current: List? {
    guard let key = load?.key ?? failure?.key ?? list?.key, list?.key == key else { return nil }
    return list
  }

  private mutating func loads(_ key: String, isNeeded: Bool) {
    if let load {
      if load.key == key, isNeeded || policy.load.duplicate == .join { return joins() }
      if load.key != key, policy.load.interruption == .ignore { return }
      stops(.replaced)
    }
    if (failure?.key ?? list?.key) != key, let known = recent.first(where: { $0.key == key }) {
      recent.removeAll { $0.key == key }
      leaves()
      (list, failure, lastKey) = (known, nil, key)
    }
    guard let list, list.key == key else {
      return begins(key, .load, shows: policy.load.previous == .always)
    }
    if !isNeeded { return begins(key, .load, shows: policy.load.previous != .never) }
    if failure != nil || list.isStale { begins(key, .refresh, shows: true) }
  }

  private mutating func refreshes(isDeep: Bool) {
    if let load {
      if isDeep, load.draft == nil, load.goal == 1, let list, list.key == load.key,
        list.book.count > 1
      {
        return deepens(list)
      }
      return joins()
    }
    guard let key = failure?.key ?? list?.key ?? lastKey else { return }
    guard let list, list.key == key else {
      return begins(key, .load, shows: policy.load.previous == .always)
    }
    let deep = isDeep ? list : nil
    begins(key, .refresh, deep?.book.count ?? 1, from: deep, shows: true)
  }

  private mutating func deepens(_ list: List) {
    guard let top = list.top else { return }
    load?.goal = list.book.count
    load?.dropped = list.droppedAtStart
    answer = load?.job
    guard let load, load.fetch.request == top, !load.fetch.isWaiting, !load.isOutdated else {
      self.load?.isOutdated = false
      self.load?.fetch = Fetch(request: top)
      return wanted.append(top)
    }
  }

  /// Whoever wants what is on its way gets it, unless it waits or is known to be stale.
  private mutating func joins() {
    guard var load else { return }
    if !load.isOutdated || load.fetch.isWaiting { answer = load.job }
    if load.fetch.isWaiting {
      load.fetch.isWaiting = false
      load.isOutdated = load.isOutdated && load.draft != nil
      wanted.append(load.fetch.request)
      self.load = load
    } else if load.isOutdated {
      let top = load.goal > 1 && list?.key == load.key ? list?.top : nil
      let fetch = Fetch(request: top ?? Request(key: load.key))
      stops(.replaced)
      self.load = Load(
        key: load.key,
        cause: load.cause,
        goal: load.goal,
        fetch: fetch,
        edits: load.edits,
        dropped: load.dropped,
        shows: load.shows,
        job: newJob()
      )
      wanted.append(fetch.request)
    }
  }

  private mutating func begins(
    _ key: String,
    _ cause: LoadCause,
    _ goal: Int = 1,
    from deep: List? = nil,
    shows: Bool
  ) {
    let request = deep?.top ?? Request(key: key)
    begins(
      Load(
        key: key,
        cause: cause,
        goal: goal,
        fetch: Fetch(request: request),
        dropped: deep?.droppedAtStart ?? [],
        shows: shows
      )
    )
  }

  private mutating func begins(_ load: Load) {
    lastKey = load.key
    if list?.key == load.key { queuesEnds() } else { stopsEnds(.replaced) }
    var load = load
    load.job = newJob()
    self.load = load
    wanted.append(load.fetch.request)
  }

  private mutating func retries() {
    if load?.fetch.isWaiting == true { return joins() }
    if load != nil { return }
    if var failed = failure {
      failed.cause = .retry
      failed.shows = true
      failed.fetch = Fetch(request: failed.fetch.request)
      if failed.draft == nil { (failed.isOutdated, failed.edits) = (false, []) }
      return begins(failed)
    }
    for end in Self.ends {
      guard let lane = list?[keyPath: end] else { continue }
      if lane.failure != nil, !lane.isBusy {
        let job = newJob()
        list?[keyPath: end].job = job
        fetches(end)
      } else if lane.fetch?.isWaiting == true {
        if answer == nil { answer = lane.job }
        fetches(end)
      }
    }
  }

  private mutating func cancels() {
    stops(.cancelled)
    stopsEnds(.cancelled)
  }

  private mutating func forgets() { (list, failure, lastKey) = (nil, nil, nil) }

  private mutating func leaves() {
    stopsEnds(.replaced)
    if let list { remembers(list) }
  }

  private mutating func remembers(_ list: List) {
    recent.removeAll { $0.key == list.key }
    recent.insert(list, at: 0)
    recent = Array(recent.prefix(policy.recentLists))
  }

  private mutating func edits(_ edit: ListEdit<Row>) {
    let isInsert = if case .insert = edit { true } else { false }
    for number in recent.indices where !isInsert { _ = recent[number].make(edit) }
    let key = load?.key ?? (failure?.draft == nil ? nil : failure?.key) ?? failure?.key ?? list?.key
    if !isInsert || list?.key == key, list?.make(edit) == true, case .remove = edit {
      looks()
      if let current, current.rows.isEmpty, !current.end.isBusy, current.end.failure == nil {
        asks(\.end)
      }
    }
    load?.edits.append(edit)
    if failure?.draft != nil, !isInsert || failure?.key == key { failure?.edits.append(edit) }
  }
}

// MARK: The ends of the list

extension PagedReference {
  typealias EndPath = WritableKeyPath<List, End>

  private mutating func asks(_ end: EndPath) {
    if load == nil, failure == nil, list == nil {
      if let lastKey { begins(lastKey, .load, shows: policy.load.previous == .always) }
      return
    }
    guard let lane = current?[keyPath: end] else {
      if let load { answer = load.job }
      return
    }
    if lane.isBusy {
      if answer == nil { answer = lane.job }
      if lane.fetch?.isWaiting == true { fetches(end) }
    } else if lane.request != nil, lane.failure == nil || policy.afterFailure == .askAgain {
      let job = newJob()
      list?[keyPath: end].job = job
      if load == nil { fetches(end) } else { list?[keyPath: end].isQueued = true }
    }
  }

  /// Has the page at an end fetched, also if it waits for another attempt.
  private mutating func fetches(_ end: EndPath) {
    guard let lane = list?[keyPath: end], let request = lane.fetch?.request ?? lane.request else {
      return
    }
    var fetch = lane.fetch ?? Fetch(request: request)
    fetch.isWaiting = false
    list?[keyPath: end].fetch = fetch
    list?[keyPath: end].isQueued = false
    wanted.append(request)
  }

  private mutating func sees(_ index: Int) {
    guard let current, current.rows.indices.contains(index) else { return }
    list?.seen = index
    for end in Self.ends where wantsMore(at: end) { asks(end) }
  }

  private mutating func looks() {
    for end in Self.ends { looks(at: end) }
  }

  /// Looks at an end again, for the row that came into view last.
  private mutating func looks(at end: EndPath) {
    guard let lane = list?[keyPath: end], !lane.isBusy, lane.failure == nil else { return }
    if wantsMore(at: end) { asks(end) }
  }

  private func wantsMore(at end: EndPath) -> Bool {
    guard let list = current, let seen = list.seen, !list.rows.isEmpty else { return false }
    return (end == \List.end ? list.rows.count - 1 - seen : seen) < policy.prefetchDistance
  }

  private mutating func queuesEnds() {
    for end in Self.ends where list?[keyPath: end].fetch != nil {
      forget(list?[keyPath: end].fetch)
      list?[keyPath: end].stop()
      list?[keyPath: end].isQueued = true
    }
  }

  private mutating func stopsEnds(_ outcome: Outcome) {
    for end in Self.ends { stops(end, outcome) }
    list?.seen = nil
  }

  private mutating func startsQueued() {
    for end in Self.ends where list?[keyPath: end].isQueued == true {
      if list?[keyPath: end].request == nil { stops(end, .notNeeded) } else { fetches(end) }
    }
  }
}

// MARK: What the load function brings

/// How a call of the load function ends.
enum PageResult: Sendable {
  case page(RowPage)
  case failure
  case cancelled
}

extension PagedReference {
  private static var ends: [EndPath] { [\.end, \.start] }

  /// A call is made: one that is wanted, or one that was waited for.
  mutating func begins(call: Int, _ request: Request) -> Bool {
    if let number = wanted.firstIndex(of: request) {
      wanted.remove(at: number)
    } else if load?.fetch.request == request, load?.fetch.isWaiting == true {
      load?.fetch.isWaiting = false
      if load?.draft == nil { load?.isOutdated = false }
    } else if let end = Self.ends.first(where: { isWaiting($0, for: request) }) {
      list?[keyPath: end].fetch?.isWaiting = false
    } else {
      return false
    }
    if load?.fetch.request == request, load?.fetch.isWaiting == false {
      load?.fetch.call = call
    } else if let end = Self.ends.first(where: { isToBegin($0, request) }) {
      list?[keyPath: end].fetch?.call = call
    }
    return true
  }

  private func isToBegin(_ end: EndPath, _ request: Request) -> Bool {
    let fetch = list?[keyPath: end].fetch
    return fetch?.request == request && fetch?.call == nil
  }

  private func isWaiting(_ end: EndPath, for request: Request) -> Bool {
    let fetch = list?[keyPath: end].fetch
    return fetch?.request == request && fetch?.isWaiting == true
  }

  /// A call ends; one that is no longer wanted changes nothing.
  mutating func ends(call: Int, _ result: PageResult) {
    if let load, load.fetch.call == call, !load.fetch.isWaiting { return ends(load, result) }
    for end in Self.ends {
      guard let fetch = list?[keyPath: end].fetch, fetch.call == call, !fetch.isWaiting else {
        continue
      }
      return ends(end, fetch, result)
    }
  }

  private mutating func ends(_ load: Load, _ result: PageResult) {
    switch result {
    case .page(let page): lands(page, load)
    case .failure where load.fetch.retries < policy.load.retry.limit:
      self.load?.fetch.retries += 1
      self.load?.fetch.isWaiting = true
      self.load?.fetch.call = nil
    case .failure:
      if let list, list.key != load.key { remembers(list) }
      if !load.shows {
        stopsEnds(.failed)
        list = nil
      }
      failure = load
      stops(.failed)
      if list?.key == load.key { startsQueued() }
    case .cancelled:
      stops(.cancelled)
      startsQueued()
    }
  }

  private mutating func lands(_ page: RowPage, _ before: Load) {
    var load = before
    let request = load.fetch.request
    let isFirst = load.draft == nil
    var draft = load.draft ?? List(key: load.key, droppedAtStart: load.dropped)
    let count = draft.take(page, of: request, atEnd: true)
    if isFirst { draft.start.request = draft.following(atEnd: false) }
    draft.end.request = draft.following(atEnd: true)
    load.emptyPages = count == 0 ? load.emptyPages + 1 : 0
    if let next = draft.end.request {
      if next == request || load.emptyPages >= policy.emptyPageLimit {
        draft.end.failure = "?"
      } else if draft.book.count < load.goal || draft.rows.isEmpty {
        load.draft = draft
        load.fetch = Fetch(request: next)
        self.load = load
        return wanted.append(next)
      }
    }
    draft.isStale = load.isOutdated || policy.load.freshness == .never
    for edit in load.edits where !draft.make(edit) {
      switch edit {
      case .change: break
      case .remove(let id): draft.barred.insert(id)
      case .insert(let row, _): _ = draft.make(.insert(row, at: .start))
      }
    }
    settles(draft)
  }

  private mutating func settles(_ new: List) {
    var new = new
    if let list, list.key == new.key {
      for end in Self.ends where list[keyPath: end].isQueued {
        if new[keyPath: end].failure != nil {
          stops(end, .failed)
        } else if new[keyPath: end].request == nil {
          stops(end, .notNeeded)
        } else {
          new[keyPath: end].isQueued = true
          new[keyPath: end].job = list[keyPath: end].job
        }
      }
      new.seen = list.seen.flatMap { new.rows.isEmpty ? nil : min(max($0, 0), new.rows.count - 1) }
    } else if let list {
      remembers(list)
    }
    recent.removeAll { $0.key == new.key }
    stops(.loaded)
    (list, failure) = (new, nil)
    startsQueued()
    looks()
  }

  private mutating func ends(_ end: EndPath, _ fetch: Fetch, _ result: PageResult) {
    switch result {
    case .page(let page): lands(page, at: end, fetch)
    case .failure where fetch.retries < policy.load.retry.limit:
      list?[keyPath: end].fetch?.retries += 1
      list?[keyPath: end].fetch?.isWaiting = true
      list?[keyPath: end].fetch?.call = nil
    case .failure:
      stops(end, .failed)
      list?[keyPath: end].failure = "!"
      list?[keyPath: end].request = fetch.request
    case .cancelled:
      stops(end, .cancelled)
      list?.seen = nil
    }
  }

  private mutating func lands(_ page: RowPage, at end: EndPath, _ fetch: Fetch) {
    guard var list else { return }
    let isEnd = end == \List.end
    let count = list.take(page, of: fetch.request, atEnd: isEnd)
    if !isEnd { list.seen = list.seen.map { $0 + count } }
    let other = isEnd ? \List.start : \List.end
    if list.trim(atEnd: !isEnd, to: policy.window) {
      self.list = list
      stops(other, .replaced)
      list = self.list ?? list
      list[keyPath: other].failure = nil
      list[keyPath: other].request = list.following(atEnd: !isEnd)
    }
    let next = list.following(atEnd: isEnd)
    let emptyPages = count == 0 ? list[keyPath: end].emptyPages + 1 : 0
    list[keyPath: end].failure = nil
    list[keyPath: end].request = next
    self.list = list
    if let next {
      if next == fetch.request || emptyPages == policy.emptyPageLimit {
        stops(end, .failed)
        self.list?[keyPath: end].failure = "?"
        return
      }
      if emptyPages > 0 {
        self.list?[keyPath: end].stop()
        self.list?[keyPath: end].emptyPages = emptyPages
        return fetches(end)
      }
    }
    stops(end, .loaded)
    looks(at: end)
  }
}
