import ReactiveLoadable

/// A cache as one would describe it in words: the reference that the real one is held to.
///
/// It has arrays instead of tickets, locks and tasks. There is room for everything or for nothing, so
/// it need not know which of several values are evicted.
struct CacheReference {
  typealias State = Loadable<String, SampleError>

  /// What there is without a load.
  enum Settled {
    case nothing
    case loaded(String, staleAt: Duration?)
    case failed(LoadCause, over: String?)
  }

  /// What is remembered of a key.
  struct Known {
    var settled = Settled.nothing
    var expiry: Duration?
    /// How many loads have failed in a row.
    var failures = 0
    /// Until when a failure is not tried again by an interest; `nil` for ever.
    var restsUntil: Duration? = .zero
    var isKept = false
  }

  /// A load that runs.
  struct Work {
    enum Phase {
      /// It has its turn, or waits for it.
      case attempt
      /// It waits for its next attempt.
      case rest(until: Duration)
    }

    let cause: LoadCause
    var shown: String?
    var retries = 0
    var isOutdated = false
    var phase = Phase.attempt
    /// The number of the call that works for it.
    var call: Int?
  }

  /// A key that somebody is interested in.
  struct Entry {
    let id: Int
    let key: String
    var settled: Settled
    var interests: [Int: LoadPriority] = [:]
    /// Those of them that end with the load.
    var prefetches: Set<Int> = []
    /// How urgent its loads are.
    var priority = LoadPriority.veryLow
    var work: Work?
    var isForgotten = false
    /// When its load is given up.
    var endsAt: Duration?
  }

  var rules: CacheRules
  var now = Duration.zero
  var memory: [String: Known] = [:]
  var entries: [Entry] = []
  var counts = Counts()
  var lastID = 0
  /// Those who wait for their turn, for each priority.
  var lines = LoadPriority.allCases.map { _ in [Int]() }
  /// Whose turn it is.
  var turns: [Int] = []
  /// Whose call should begin now.
  var wanted: [Int] = []

  init(_ rules: CacheRules) { self.rules = rules }

  /// What the statistics say.
  struct Counts: Equatable {
    var hits = 0
    var joins = 0
    var loads = 0
    var cancelledLoads = 0
    var failures = 0
    var failureHits = 0
    var evictions = 0
    var expirations = 0
    var count = 0
    var activeKeys = 0
  }

  /// The counts with what there is now.
  var statistics: Counts {
    var counts = counts
    counts.count = memory.values.count { $0.isKept }
    counts.activeKeys = entries.count
    return counts
  }
}

// MARK: Time

extension CacheReference {
  /// Time goes on: what was to happen until then happens, the earliest first.
  mutating func advance(to time: Duration) {
    while let (due, id) = nextDue(until: time) {
      now = due
      if let index = index(of: id), entries[index].endsAt == due {
        counts.cancelledLoads += 1
        end(id)
      } else {
        attempt(id)
      }
    }
    now = time
  }

  private func nextDue(until time: Duration) -> (Duration, Int)? {
    entries.flatMap { entry in entry.dues.map { ($0, entry.id) } }
      .filter { $0.0 <= time }
      .min { $0.0 < $1.0 }
  }

  func index(of id: Int) -> Int? { entries.firstIndex { $0.id == id } }

  func entry(of key: String) -> Int? { entries.firstIndex { $0.key == key && !$0.isForgotten } }
}

extension CacheReference.Entry {
  fileprivate var dues: [Duration] {
    var dues = endsAt.map { [$0] } ?? []
    if case .rest(let until)? = work?.phase { dues.append(until) }
    return dues
  }

  /// What everybody sees who is interested.
  var state: CacheReference.State {
    if let work {
      return .loading(Loading(previous: work.shown, cause: work.cause, attempt: work.retries))
    }
    return settled.state
  }
}

extension CacheReference.Settled {
  var state: CacheReference.State {
    switch self {
    case .nothing: .notRequested
    case .loaded(let text, _): .loaded(text)
    case .failed(let cause, over: let text):
      .failed(Failed(error: .first, previous: text, cause: cause))
    }
  }

  var text: String? {
    switch self {
    case .nothing: nil
    case .loaded(let text, _): text
    case .failed(_, over: let text): text
    }
  }

  func isFresh(at now: Duration) -> Bool {
    guard case .loaded(_, let staleAt) = self else { return false }
    return staleAt.map { now < $0 } ?? true
  }

  var stale: Self {
    guard case .loaded(let text, _) = self else { return self }
    return .loaded(text, staleAt: .zero)
  }
}
