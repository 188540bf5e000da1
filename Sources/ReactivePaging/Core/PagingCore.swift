import ReactiveLoading

/// The state machine of a ``PagedLoader`` without values: tickets, phases, counts and times.
///
/// It is not generic. Keys are numbers, pages are counts, and a ``PagedMachine`` has the keys,
/// pages and errors that belong to them. It uses no lock, task or clock. Every attempt and every
/// wait of a page has a unique ticket. An event with an outdated ticket changes nothing, so a page
/// is never added to a list that did not request it. One run at a time loads a list. While no run
/// loads the list, each end has at most one load. See <doc:PagingContract>.
// NB: In its parts, large properties precede small ones, so that fewer bytes are padding: each
// loader has them, and each decision copies them.
struct PagingCore: Equatable, Sendable {
  typealias Decision = PagingDecision
  typealias Ticket = UInt
  /// The number of a key; equal keys have the same number.
  typealias KeyNumber = Int

  enum Phase: Equatable, Sendable {
    case settled
    case loading(Run)
    case closed
  }

  /// The state without a load of the list, which a cancel returns to.
  enum Settled: Equatable, Sendable {
    case notRequested
    case listed
    /// A load has failed; the visible list may be that of another key.
    case failed(ListLoad)
  }

  var policy: PagingPolicy.Resolved
  var phase = Phase.settled
  var settled = Settled.notRequested
  /// The settled list; after a failure, the list that stays visible.
  var list: List?
  /// The cached lists of the previous keys, the newest first.
  var cached: [List] = []
  var tickets = TicketCounter()
  /// The key of the last load, including a cancelled one; a clear removes it.
  var lastKey: KeyNumber?

  init(_ policy: PagingPolicy.Resolved) { self.policy = policy }

  /// The key of the list that is loading, or else of the settled list.
  var currentKey: KeyNumber? { runningLoad?.key ?? settledKey }

  /// The key of the last load that has settled.
  var settledKey: KeyNumber? {
    switch settled {
    case .notRequested: nil
    case .listed: list?.key
    case .failed(let listLoad): listLoad.key
    }
  }

  var runningLoad: ListLoad? {
    if case .loading(let run) = phase { run.listLoad } else { nil }
  }

  /// Returns the settled list if it is that of a key.
  func list(of key: KeyNumber) -> List? { list.flatMap { $0.key == key ? $0 : nil } }

  /// Returns true if the list of a key is cached, so that it needs no request.
  func isCached(_ key: KeyNumber) -> Bool {
    list(of: key)?.isPart == false || cached.contains { $0.key == key }
  }
}

// MARK: Parts

extension PagingCore {
  struct List: Equatable, Sendable {
    let key: KeyNumber
    var count: Int
    var pages: Int
    var ends: Ends<EndState>
    /// The time at which the list becomes stale; `nil` for never.
    var staleAt: Duration?
    /// The offset of the row that became visible last; a cancel removes it.
    var visible: Int?
    /// True if the list was invalidated, and not loaded since.
    var isInvalidated = false
    /// True if it is a part of a page whose load has failed, which leads to no other page.
    var isPart = false
    /// True if its pages were restored from a record, and follow the first one, which is in memory.
    var isRestored = false

    subscript(end: ListEnd) -> EndState {
      get { ends[end] }
      set { ends[end] = newValue }
    }
  }

  struct EndState: Equatable, Sendable {
    /// The state of an end without a load.
    enum Settled: Equatable, Sendable {
      /// Another page exists.
      case idle
      case failed
      case complete
    }

    enum Phase: Equatable, Sendable {
      case settled
      /// A load that starts when the running load of the list ends.
      case waiting(Ticket)
      case loading(Work)
    }

    var phase = Phase.settled
    /// The state of the end after its load is cancelled.
    var settled: Settled
    /// The number of pages of the load without new items.
    var emptyPages = 0
    /// The number of failed pages in a row.
    var failures = 0
    var failedAt = Duration.zero

    init(hasMore: Bool) { settled = hasMore ? .idle : .complete }

    /// True if the last page failed, and no load follows.
    var hasFailed: Bool { phase == .settled && settled == .failed }

    /// The load that runs or waits.
    var load: Ticket? {
      switch phase {
      case .settled: nil
      case .waiting(let load): load
      case .loading(let work): work.load
      }
    }

    /// True if another page exists and is not requested.
    var isIdle: Bool { settled == .idle && phase == .settled }
  }

  /// The goal and progress of a load of a list; after a failure a retry continues with it.
  struct ListLoad: Equatable, Sendable {
    let key: KeyNumber
    /// The number of pages to load, if the server has as many.
    var goal: Int
    /// The number of last pages in a row without new items.
    var emptyPages = 0
    /// The number of loaded pages; `nil` before the first one.
    var draftPages: Int?
    var cause: LoadCause
    /// True if the loaded pages, or the page in flight, were invalidated.
    var isOutdated = false

    /// The progress of a load with more than one page.
    var progress: LoadProgress? {
      goal > 1 ? LoadProgress(completed: Int64(draftPages ?? 0), of: Int64(goal)) : nil
    }
  }

  /// The list that is visible during a load of a list.
  enum ShownList: Equatable, Sendable {
    case none
    case settled
    /// A part that the load, or one that it has replaced, has reported.
    case part
  }

  /// A running load of a list: a first page, a refresh, or a refresh of all pages.
  struct Run: Equatable, Sendable {
    var listLoad: ListLoad
    var shown: ShownList
    /// True if `loadIfNeeded` started it, so that a young list of a record is its result.
    var isNeeded = false
    var work: Work
  }

  /// A page in flight or before a retry, with its load.
  struct Work: Equatable, Sendable {
    /// The ticket of the load in its handles.
    let load: Ticket
    var attempts: AttemptCycle
    let target: PagingTarget
  }
}

// MARK: Decisions

/// The result of an event for the ``PagingCore``, without any values.
///
/// It does not say what to start or to stop: the core describes the work, and the storage makes the
/// work agree with it. See ``PagingCore/workChange(at:since:)``.
struct PagingDecision: Sendable {
  typealias Ticket = UInt

  enum Change: Equatable, Sendable {
    /// The core is unchanged.
    case none
    /// The core has changed, but not the public state.
    case silent
    /// The public state has changed.
    case shown
  }

  /// The outcome of a load, whose value or error is that of the list.
  enum Outcome: Equatable, Sendable {
    case loaded
    case failed(PagingTarget)
    case cancelled
    case replaced
    case skipped(SkipReason)
  }

  /// A change of the values that the state of the core does not show.
  enum ContentsChange: Equatable, Sendable {
    /// Start a load of a key from its first page; a deep one from that of the visible list.
    case startLoad(PagingCore.KeyNumber, isDeep: Bool)
    /// Start the failed load again.
    case retryLoad
    /// Let the running load continue to all pages of the visible list.
    case deepen
    /// A page of the list is requested: its result is newer than the edits so far.
    case recordRequest
    /// The list of the running load has failed.
    case failList
    /// A page at an end has failed, or its pages have a fault.
    case fail(ListEnd, PagingError?)
    /// Make the list of the running load the visible one.
    case finishLoad
    /// Make the restored list the visible one.
    case restore
    /// The page in flight for a part of the list has reported a part, or else its progress.
    case report(PagingTarget, isPart: Bool)
  }

  /// The time of the event, with an arbitrary origin; only timed policies need it.
  let now: Duration
  private(set) var change = Change.none
  /// The loads that end, in order.
  private(set) var ended: [(load: Ticket, outcome: Outcome)] = []
  private(set) var contentsChanges: [ContentsChange] = []
  /// The load that the intent started or joined first; `nil` if none was needed.
  private(set) var load: Ticket?
  /// The reason why the intent started and joined no load.
  private(set) var skipReason = SkipReason.noLoad

  init(at now: Duration) { self.now = now }

  mutating func changeContents(_ change: ContentsChange) { contentsChanges.append(change) }

  mutating func end(_ load: Ticket, _ outcome: Outcome) {
    ended.append((load, outcome))
    show()
  }

  /// Returns a load to the caller of the intent, unless another load was joined first.
  mutating func join(_ load: Ticket) { if self.load == nil { self.load = load } }

  mutating func skip(_ reason: SkipReason) { skipReason = reason }
  mutating func recordChange() { if change == .none { change = .silent } }
  mutating func show() { change = .shown }

  /// Records that the last changes have no effect on the visible list, after earlier ones.
  mutating func hideChanges(since before: Change) { change = before == .shown ? .shown : .silent }
}

/// The part of a list that a page belongs to: a new list, or an end of the visible one.
enum PagingTarget: Hashable, Sendable {
  case list
  case end(ListEnd)

  static let all: [Self] = [.list, .end(.end), .end(.start)]
}

// MARK: Descriptions

extension PagingCore: CustomStringConvertible {
  /// The phase, the settled state and the lists, for failing tests and a debugger.
  var description: String {
    let running =
      switch phase {
      case .settled: "settled"
      case .loading(let run): "loading \(run.listLoad), \(run.work.attempts)"
      case .closed: "closed"
      }
    let settled =
      switch settled {
      case .notRequested: "not requested"
      case .listed: "listed"
      case .failed(let listLoad): "failed \(listLoad)"
      }
    let lists = [list.map { "list \($0)" }] + cached.map { "cached \($0)" }
    return ([running, settled] + lists.compactMap(\.self)).joined(separator: "; ")
  }
}

extension PagingCore.ListLoad: CustomStringConvertible {
  var description: String {
    let pages = draftPages.map { ", \($0) of \(goal) pages" } ?? ", \(goal) pages"
    return "\(cause) of key \(key)\(pages)\(isOutdated ? ", outdated" : "")"
  }
}

extension PagingCore.List: CustomStringConvertible {
  var description: String {
    let row = visible.map { ", row \($0) visible" } ?? ""
    let ends = "start \(ends.start), end \(ends.end)"
    return "\(count) items of key \(key) in \(pages) pages, \(ends)\(row)"
  }
}

extension PagingCore.EndState: CustomStringConvertible {
  var description: String {
    switch phase {
    case .settled: "\(settled)"
    case .waiting(let load): "\(settled), load \(load) waits"
    case .loading(let work): "\(settled), load \(work.load), \(work.attempts)"
    }
  }
}

extension AttemptCycle: CustomStringConvertible {
  var description: String {
    "\(isWaiting ? "delay" : "attempt") \(ticket), \(retries) retries"
  }
}
