import ReactiveLoadable

/// A paged loader in plain terms: the reference for the real one.
///
/// It has no tickets, no shared storage, no tasks and no locks; it has the intents, the running
/// calls of the load function, and their results.
struct PagedReference {
  typealias Request = PageRequest<String, Int>

  /// A call of the load function that runs, or will run after a delay.
  struct Fetch {
    let request: Request
    var retries = 0
    var isWaiting = false
    /// The number of the call, once it has been made.
    var call: Int?
    /// The edits since its request of rows that no list contained.
    var edits: [ListEdit<Row>] = []
  }

  struct End {
    /// The request of the next page; `nil` for the last page.
    var request: Request?
    var failure: String?
    var fetch: Fetch?
    var isQueued = false
    var emptyPages = 0
    /// The number of consecutive failures, and the time of the last one.
    var failures = 0
    var failedAt = Duration.zero
    /// The number of the load, for its handles.
    var job = 0
    /// The part that the running load has reported, and that of a failed one.
    var part: Part?
    var failedPart: Part?

    var isBusy: Bool { fetch != nil || isQueued }

    mutating func stop() {
      fetch = nil
      isQueued = false
      emptyPages = 0
    }

    mutating func fails(_ kind: String, at now: Duration) {
      failure = kind
      failures += 1
      failedAt = now
    }

    /// Ends the load: the next page was not requested yet.
    mutating func settles(before next: Request?) {
      failure = nil
      failedPart = nil
      failures = 0
      request = next
    }
  }

  struct List {
    let key: String
    var rows: [Row] = []
    /// The page of each row.
    var tags: [Int] = []
    /// The pages in their order.
    var book: [Entry] = []
    var droppedAtStart: [Request] = []
    var droppedAtEnd: [Request] = []
    var excluded: Set<Int> = []
    /// The rows after the last page.
    var tail: [Int] = []
    var duplicates = 0
    var end = End()
    var start = End()
    var isStale = false
    var visible: Int?
    /// The number of pages so far.
    var lastTag = 0
    /// The request of the page that the list was loaded from, and the tag of that page.
    var firstRequest: Request?
    var firstTag = 1
    /// Whether it is a part of a page, which leads to no other.
    var isPart = false

    /// The request of its first page.
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
    /// The number of edits made before the request of the page in flight.
    var editsBeforeRequest = 0
    /// The number of edits made before the request of the page of each row.
    var editsBeforeRow: [Int: Int] = [:]
    /// The pages before the first one that a window has dropped.
    var dropped: [Request] = []
    var shows: Bool
    var isOutdated = false
    /// The number of the load, for its handles.
    var job = 0
    /// The visible part, and its row that became visible last.
    var part: List?
    var visible: Int?

    /// Requests a page, whose response is newer than the edits and invalidations so far.
    mutating func startsRequest() {
      if draft == nil { (isOutdated, edits) = (false, []) }
      editsBeforeRequest = edits.count
    }
  }

  let policy: PagingPolicy
  /// The current time.
  var now = Duration.zero
  /// The settled list; in a failure, the visible one.
  var list: List?
  var failure: Load?
  var load: Load?
  var cached: [List] = []
  var lastKey: String?
  /// The edits of writes that have not ended.
  var unsaved: [Unsaved] = []
  /// The calls that should start now.
  var wanted: [Request] = []
  /// The load that the last intent has started or joined.
  var answer: Int?
  /// The outcomes of the loads.
  var outcomes: [Int: Outcome] = [:]
  var lastJob = 0

  enum Outcome { case loaded, failed, cancelled, replaced, skipped }

  init(_ policy: PagingPolicy) { self.policy = policy }

  var sketch: String {
    if let load {
      return ["l", "r", "t"][load.cause.number]
        + (load.fetch.retries > 0 ? "\(load.fetch.retries)" : "")
        + (shown?.sketch(attempt: load.part == nil ? nil : load.fetch.retries) ?? "")
    }
    if failure != nil { return "f" + (shown?.sketch() ?? "") }
    return shown?.sketch() ?? "n"
  }
}

extension PagedReference.End {
  func sketch(complete: String) -> String {
    if let fetch { return fetch.retries > 0 ? "+\(fetch.retries)" : "+" }
    if isQueued { return "+" }
    return failure ?? (request == nil ? complete : "…")
  }
}
