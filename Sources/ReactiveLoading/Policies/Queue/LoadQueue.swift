package import ReactiveRelays

/// Limits how many loads run concurrently, and starts them by priority.
///
/// Loaders and caches that use the same resource, such as a host, share one queue:
///
/// ```swift
/// let host = LoadQueue(limit: 4)
/// let posters = LoaderCache(policy: CachePolicy(load: LoadPolicy(queue: host))) { … }
/// let details = Loader(policy: LoadPolicy(queue: host)) { … }
/// ```
///
/// The state of a load that waits in the queue is loading. Loads of one priority start in the
/// ``Order`` of the queue. A load whose priority rises counts as the newest; a load whose priority
/// drops counts as the oldest.
///
/// ```
/// limit of 1, in the order of arrival: low a, low b, high c
/// a       -^--A
/// b       -^------B
/// c       --^---C
/// ```
///
/// A load leaves the queue when its work returns, and immediately when it is cancelled or an
/// attempt times out. Work that ignores its cancellation does not block the queue, so more loads
/// than the limit may temporarily run. The timeout of an attempt counts from the moment when the
/// queue starts it, that of a whole load from the request. A load with a saved value enters the
/// queue when its record was read: reads take no turn, and neither does a load whose result is its
/// record.
///
/// Work that awaits another load of the same queue still counts against the limit: if all running
/// loads do so, they deadlock. Use a separate queue for such loads. For the same reason work must
/// not await the key that it loads. See <doc:CacheContract#C2-Priorities>.
public final class LoadQueue: Sendable {
  /// The order in which loads of one priority start.
  public enum Order: Sendable, Hashable {
    /// The load that has waited longest starts first.
    case oldestFirst
    /// The newest load starts first, for fast scrolling: the newest rows are the visible rows.
    case newestFirst
  }

  private let state: Lock<LoadQueueState>

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - limit: The largest number of loads that run concurrently, by default six, the number of
  ///     connections that URLSession opens to a host; less than one counts as one.
  ///   - order: The order in which loads of one priority start, by default the longest wait first.
  public init(limit: Int = 6, order: Order = .oldestFirst) {
    state = Lock(LoadQueueState(limit: max(limit, 1), order: order))
  }

  /// The largest number of loads that run concurrently; less than one counts as one.
  ///
  /// It may be changed at any time, from any thread, for instance when the network becomes
  /// expensive. A higher limit starts waiting loads immediately, by priority. A lower one cancels
  /// nothing: running loads continue, and no other load starts until fewer than the limit run.
  ///
  /// ```
  /// limit   1---2---1
  /// a       ^-----A
  /// b       ----^-----B
  /// c       ------^---------C
  /// d       ----------------^---D
  /// ```
  public var limit: Int {
    get { state.withLock { $0.machine.limit } }
    set {
      let waiters = state.withLock { state in
        state.machine.limit(to: max(newValue, 1)).compactMap {
          state.waiters.removeValue(forKey: $0)
        }
      }
      for waiter in waiters { waiter.fulfill(()) }
    }
  }

  /// The numbers of running and of waiting loads.
  public var count: (running: Int, waiting: Int) {
    state.withLock { ($0.machine.runningCount, $0.machine.waitingCount) }
  }
}

/// The state of a queue that its lock guards.
struct LoadQueueState {
  var machine: LoadQueueStateMachine
  /// A promise for each waiting ticket.
  var waiters: [UInt: Promise<Void>] = [:]
  var lastTicket: UInt = 0

  init(limit: Int, order: LoadQueue.Order) {
    machine = LoadQueueStateMachine(limit: limit, order: order)
  }
}

extension LoadQueue {
  /// Enters the queue; returns a ticket, and a promise to await if the ticket must wait.
  func enter(at priority: LoadPriority) -> (ticket: UInt, waiter: Promise<Void>?) {
    state.withLock { state in
      state.lastTicket += 1
      let ticket = state.lastTicket
      if state.machine.enter(ticket, at: priority) { return (ticket, nil) }
      let waiter = Promise<Void>()
      state.waiters[ticket] = waiter
      return (ticket, waiter)
    }
  }

  /// Removes a running or waiting ticket; a second call does nothing.
  func leave(_ ticket: UInt) {
    let (own, next) = state.withLock { state in
      let own = state.waiters.removeValue(forKey: ticket)
      let next = state.machine.leave(ticket).flatMap { state.waiters.removeValue(forKey: $0) }
      return (own, next)
    }
    own?.fulfill(())
    next?.fulfill(())
  }

  func move(_ tickets: some Sequence<UInt>, to priority: LoadPriority) {
    state.withLock { state in
      for ticket in tickets { state.machine.move(ticket, to: priority) }
    }
  }
}

extension LoadQueue: Described {
  package var objectText: ObjectText {
    let count = count
    return ObjectText(
      "LoadQueue(\(count.running) of \(limit) running, \(count.waiting) waiting)"
    )
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    let count = count
    return ["limit": limit, "running": count.running, "waiting": count.waiting]
  }
}

/// The priority of a load in a ``LoadQueue``.
///
/// A queue starts loads of higher priority first. A shared load has the highest priority of its
/// interests.
public enum LoadPriority: Int, Sendable, Hashable, Codable, CaseIterable {
  /// The lowest priority, for instance of a load without interests that will soon be cancelled.
  case veryLow
  /// The priority of a prefetch.
  case low
  /// The default priority of a loader.
  case normal
  /// The priority of visible content, for instance a row on the screen.
  case high
  /// The priority of content that the user has just requested.
  case veryHigh
}

extension LoadPriority: Comparable {
  /// Returns a Boolean value that indicates whether the first priority is lower than the second.
  public static func < (one: LoadPriority, another: LoadPriority) -> Bool {
    one.rawValue < another.rawValue
  }
}
