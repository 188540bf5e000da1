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
    /// How many pages in a row have failed, and when the last one did.
    var failures = 0
    var failedAt = Duration.zero
    /// By which handles know what goes on.
    var job = 0

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

    /// The page has come, or was dropped: what follows was not asked for yet.
    mutating func rests(before next: Request?) {
      failure = nil
      failures = 0
      request = next
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
    /// How many of the edits were made before the page in flight was asked for.
    var known = 0
    /// How many of the edits were made before the page was asked for that brought a row.
    var knownByRow: [Int: Int] = [:]
    /// The pages that a window has dropped before the first one.
    var dropped: [Request] = []
    var shows: Bool
    var isOutdated = false
    /// By which handles know it.
    var job = 0

    /// A page is asked for: what it brings is newer than the edits and invalidations so far.
    mutating func asks() {
      if draft == nil { (isOutdated, edits) = (false, []) }
      known = edits.count
    }
  }

  let policy: PagingPolicy
  /// The time of what happens now.
  var now = Duration.zero
  /// The list that is settled; beside a failure, the one that shows.
  var list: List?
  var failure: Load?
  var load: Load?
  var recent: [List] = []
  var lastKey: String?
  /// The calls that should be made now.
  var wanted: [Request] = []
  /// What the last intent has begun or joined.
  var answer: Int?
  /// How what intents have begun has ended.
  var outcomes: [Int: Outcome] = [:]
  var lastJob = 0

  enum Outcome { case loaded, failed, cancelled, replaced, skipped }

  init(_ policy: PagingPolicy) { self.policy = policy }

  /// The list that shows.
  var shown: List? { load?.shows == false ? nil : list }

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
  func sketch(complete: String) -> String {
    if let fetch { return fetch.retries > 0 ? "+\(fetch.retries)" : "+" }
    if isQueued { return "+" }
    return failure ?? (request == nil ? complete : "…")
  }
}
