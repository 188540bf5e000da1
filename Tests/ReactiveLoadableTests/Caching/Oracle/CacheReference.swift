import ReactiveLoadable

/// A cache in plain terms: the reference for the real one.
///
/// It has arrays instead of tickets, locks and tasks. It has room for all values or for none, so it
/// does not choose which value to evict.
struct CacheReference {
  typealias State = Loadable<String, SampleError>

  /// A state without a load.
  enum Settled {
    case empty
    case loaded(String, staleAt: Duration?)
    case failed(LoadCause, over: String?)
  }

  /// The record of a key.
  struct Record {
    var settled = Settled.empty
    var expiry: Duration?
    /// The number of consecutive failures.
    var failures = 0
    /// The time before which an interest does not retry a failure; `nil` for never.
    var backoffEnd: Duration? = .zero
    var isCached = false
  }

  /// A load that runs.
  struct Work {
    enum Phase {
      /// Running, or waiting in the queue.
      case attempt
      /// Waiting for the next attempt.
      case delay(until: Duration)
    }

    let cause: LoadCause
    var shown: String?
    var retries = 0
    var isOutdated = false
    var phase = Phase.attempt
    /// The number of the running call.
    var call: Int?
  }

  /// A key with interests.
  struct Entry {
    let id: Int
    let key: String
    var settled: Settled
    var interests: [Int: LoadPriority] = [:]
    /// The interests that end with the load.
    var prefetches: Set<Int> = []
    /// The priority of its loads.
    var priority = LoadPriority.veryLow
    var work: Work?
    var isRemoved = false
    /// The time at which its load is cancelled.
    var endsAt: Duration?
  }

  var rules: CacheRules
  var now = Duration.zero
  var records: [String: Record] = [:]
  var entries: [Entry] = []
  var counts = Counts()
  var lastID = 0
  /// The waiting entries of each priority.
  var waiting = LoadPriority.allCases.map { _ in [Int]() }
  /// The running entries.
  var running: [Int] = []
  /// The entries whose call should start now.
  var wanted: [Int] = []

  init(_ rules: CacheRules) { self.rules = rules }

  /// The numbers of the statistics.
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

  /// The counts with the current totals.
  var statistics: Counts {
    var counts = counts
    counts.count = records.values.count { $0.isCached }
    counts.activeKeys = entries.count
    return counts
  }
}

// MARK: Time

extension CacheReference {
  /// Advances to a time: due events happen first, the earliest first.
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

  func entry(of key: String) -> Int? { entries.firstIndex { $0.key == key && !$0.isRemoved } }
}

extension CacheReference.Entry {
  fileprivate var dues: [Duration] {
    var dues = endsAt.map { [$0] } ?? []
    if case .delay(let until)? = work?.phase { dues.append(until) }
    return dues
  }

  /// The state that every interest receives.
  var state: CacheReference.State {
    if let work {
      return .loading(
        Loading(
          previous: work.shown,
          cause: work.cause,
          attempt: work.retries,
          lastError: work.cause == .load ? nil : settled.state.error
        )
      )
    }
    return settled.state
  }
}

extension CacheReference.Settled {
  var state: CacheReference.State {
    switch self {
    case .empty: .notRequested
    case .loaded(let text, _): .loaded(text)
    case .failed(let cause, over: let text):
      .failed(Failed(error: .first, previous: text, cause: cause))
    }
  }

  var text: String? {
    switch self {
    case .empty: nil
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
