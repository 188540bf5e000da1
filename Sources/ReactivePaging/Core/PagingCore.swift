import ReactiveLoading

/// The state machine of a ``PagedLoader`` without values: tickets, phases, counts and times.
///
/// It is not generic. Keys are numbers, pages are counts, and a ``PagedMachine`` has the keys,
/// pages and errors that belong to them. It uses no lock, task or clock. Every attempt and every
/// wait of a page has a unique ticket. An event with an outdated ticket changes nothing, so a page
/// is never added to a list that did not request it. One run at a time loads a list. While no run
/// loads the list, each end has at most one load. See <doc:PagingContract>.
struct PagingCore: Equatable, Sendable {
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
  /// The key of the last load, including a cancelled one; a clear removes it.
  var lastKey: KeyNumber?
  var tickets = TicketCounter()
  /// The result of the current event.
  var decision = PagingDecision()

  init(_ policy: PagingPolicy.Resolved) { self.policy = policy }

  /// Returns the result of the event that was handled, and is ready for the next one.
  mutating func takeDecision() -> PagingDecision {
    defer { decision = PagingDecision() }
    return decision
  }

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
    list(of: key) != nil || cached.contains { $0.key == key }
  }
}

// MARK: Parts

extension PagingCore {
  /// A list, or a cached one.
  struct List: Equatable, Sendable {
    let key: KeyNumber
    /// The number of items.
    var count: Int
    /// The number of pages.
    var pages: Int
    var ends: Ends<EndState>
    /// The time at which the list becomes stale; `nil` for never.
    var staleAt: Duration?
    /// The offset of the row that became visible last; a cancel removes it.
    var visible: Int?

    subscript(end: ListEnd) -> EndState {
      get { ends[end] }
      set { ends[end] = newValue }
    }
  }

  /// The state of one end of a list.
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

    /// The state of the end after its load is cancelled.
    var settled: Settled
    var phase = Phase.settled
    /// The number of pages of the load without new items.
    var emptyPages = 0
    /// The number of failed pages in a row.
    var failures = 0
    /// The time of the last failure.
    var failedAt = Duration.zero

    init(hasMore: Bool) { settled = hasMore ? .idle : .complete }

    /// The load that runs or waits.
    var load: Ticket? {
      switch phase {
      case .settled: nil
      case .waiting(let load): load
      case .loading(let work): work.load
      }
    }

    /// A Boolean value that indicates whether another page exists and is not requested.
    var isIdle: Bool { settled == .idle && phase == .settled }
  }

  /// The goal and progress of a load of a list; after a failure a retry continues with it.
  struct ListLoad: Equatable, Sendable {
    let key: KeyNumber
    var cause: LoadCause
    /// The number of pages to load, if the server has as many.
    var goal: Int
    /// The number of loaded pages; `nil` before the first one.
    var draftPages: Int?
    /// The number of last pages in a row without new items.
    var emptyPages = 0
    /// True if the loaded pages, or the page in flight, were invalidated.
    var isOutdated = false

    /// The progress of a load with more than one page.
    var progress: LoadProgress? {
      goal > 1 ? LoadProgress(completed: Int64(draftPages ?? 0), of: Int64(goal)) : nil
    }
  }

  /// A running load of a list: a first page, a refresh, or a refresh of all pages.
  struct Run: Equatable, Sendable {
    var listLoad: ListLoad
    /// True if the previous list stays visible.
    let showsSettled: Bool
    var work: Work
  }

  /// A page in flight or before a retry, with its load.
  struct Work: Equatable, Sendable {
    let target: PagingTarget
    /// The ticket of the load in its handles.
    let load: Ticket
    var attempts: AttemptCycle
  }

  /// The counts of a list after a page was added at an end.
  struct AddedPage: Equatable, Sendable {
    /// The number of new items of the page.
    var new: Int
    /// The number of items of the list.
    var count: Int
    /// The number of pages of the list.
    var pages: Int
    /// True if another page exists beyond this end.
    var hasMore: Bool
    /// True if the page that exists beyond this end is the page itself.
    var repeats = false
    /// True if another page exists beyond the other end.
    var otherHasMore: Bool
    /// The number of items that a window has dropped at the other end, if it has dropped pages.
    var dropped: Int?
    /// True if the total or the number of duplicates has changed.
    var changesTotals = false
  }
}
