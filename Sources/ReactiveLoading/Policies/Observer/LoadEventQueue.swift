import Atomics
package import CombineShim
import IssueReporting
import ReactiveRelays

/// The events of one loader, list, cache, mutation or store that its observers have not received.
///
/// The owner appends under its lock, so that the events are in the order of the decisions, and
/// delivers outside it. One thread at a time delivers; the others leave their events to it. See
/// <doc:ObservingLoads#O3-One-call-at-a-time>.
package final class LoadEventQueue: Sendable {
  /// An event, and the observations that receive it.
  fileprivate typealias Entry = (event: LoadObserver.Event, position: LoadObserverList.Position)

  fileprivate struct State {
    var events: [Entry] = []
    var isDelivering = false
    var starts = LoadStarts()
  }

  let name: String
  private let observer: LoadObserver?
  private let elapsed: ElapsedTime
  /// True for the queue of a mutation.
  private let isWrite: Bool
  /// A unique number in the process.
  private let number = lastNumber.wrappingIncrementThenLoad(ordering: .relaxed)
  private static let lastNumber = ManagedAtomic<UInt>(0)
  /// The number of the cache that the loader belongs to; otherwise its own.
  private let owner: UInt
  private let state = Lock(State())

  /// Creates an empty queue; its owner is the queue of the cache that the loader belongs to.
  package init(
    _ name: String,
    _ observer: LoadObserver?,
    clock: any Clock<Duration>,
    owner: LoadEventQueue? = nil,
    isWrite: Bool = false
  ) {
    self.name = name
    self.observer = observer
    elapsed = ElapsedTime(on: clock)
    self.owner = owner?.number ?? number
    self.isWrite = isWrite
  }

  /// Adds an observer, which also receives the events of loaders that belong to this one.
  package func add(_ observer: LoadObserver) -> AnyCancellable {
    LoadObserver.all.add(observer, of: number)
  }

  /// The time of the events, which the owner reads outside its lock.
  package var now: Duration { elapsed.now() }

  /// Appends the events of a decision; the owner may hold its lock.
  package func append(_ changes: [ObservedChange], at now: Duration) {
    if changes.isEmpty { return }
    let position = LoadObserver.all.position
    // The observer of the policy receives every event.
    let gap = observer == nil ? position.gaps : 0
    state.withLock { state in
      for change in changes {
        let start = state.starts.start(of: change, at: now, gap: gap)
        state.events.append((event(of: change, since: start, at: now), position))
      }
    }
  }

  private func event(
    of change: ObservedChange,
    since start: Duration?,
    at now: Duration
  ) -> LoadObserver.Event {
    LoadObserver.Event(
      kind: change.kind,
      name: name,
      load: change.load.map { LoadObserver.LoadID(loader: number, number: $0) },
      request: change.request,
      attempt: change.attempt,
      cause: change.cause,
      isWrite: isWrite,
      duration: start.map { now - $0 }
    )
  }
}

// MARK: Delivery

extension LoadEventQueue {
  /// The number of events in one call after which an observer is reported as endless.
  private static var endless: Int { 10_000 }

  /// Calls the observers, unless another call does; the owner holds no lock.
  package func deliver() {
    guard state.withLock({ $0.startDelivery() }) else { return }
    let thread = ThreadIdentity.current
    guard startCalls(on: thread) else { return }
    var count = 0
    var next: LoadEventQueue? = self
    while let queue = next {
      queue.deliverAll(&count)
      next = Self.waiting.withLock { $0.takeFirst(of: thread) }
    }
  }

  /// For each thread that calls observers, the queues that wait for the end of its delivery.
  ///
  /// An observer may cause events, of any loader. Their delivery on the same thread waits until the
  /// observer has returned, so an observer that locks a mutex never waits for itself.
  private static let waiting = Lock([UInt: [LoadEventQueue]]())

  /// Returns false within the delivery of another queue on the thread: this queue waits for it.
  private func startCalls(on thread: UInt) -> Bool {
    Self.waiting.withLock { waiting in
      guard waiting[thread] == nil else {
        waiting[thread]?.append(self)
        return false
      }
      waiting[thread] = []
      return true
    }
  }

  /// - Parameter count: The number of events in this call of `deliver`, also of other queues.
  private func deliverAll(_ count: inout Int) {
    while let entries = state.withLock({ $0.next() }) {
      for (event, position) in entries {
        observer?(event)
        for observe in LoadObserver.all.observations(of: owner, at: position) { observe(event) }
      }
      if count < Self.endless, count + entries.count >= Self.endless { reportEndlessObserver() }
      count += entries.count
    }
  }

  private func reportEndlessObserver() {
    reportIssue(
      """
      An observer of the loads of '\(name)' has received \(Self.endless) events in one call. \
      Probably it causes an event each time that it receives one. Make it call intents for some \
      events only.
      """
    )
  }
}

extension LoadEventQueue.State {
  fileprivate mutating func startDelivery() -> Bool {
    if isDelivering || events.isEmpty { return false }
    isDelivering = true
    return true
  }

  /// Returns the next events; without any, the delivery ends.
  fileprivate mutating func next() -> [LoadEventQueue.Entry]? {
    if events.isEmpty {
      isDelivering = false
      return nil
    }
    var next: [LoadEventQueue.Entry] = []
    swap(&next, &events)
    return next
  }
}

extension [UInt: [LoadEventQueue]] {
  /// Removes and returns the first queue of a thread; without any, removes the thread.
  fileprivate mutating func takeFirst(of thread: UInt) -> LoadEventQueue? {
    guard let queues = self[thread], let first = queues.first else {
      self[thread] = nil
      return nil
    }
    self[thread] = Array(queues.dropFirst())
    return first
  }
}

/// The start of each running load that was observed at its start.
///
/// Ends are missed while nothing is observed, so starts from before such a gap are dropped.
struct LoadStarts {
  private var times: [UInt: Duration] = [:]
  private var gap: UInt = 0

  /// The number of loads that have started and not ended.
  var count: Int { times.count }

  /// Records starts and ends, and returns the start of the load of a change; `nil` if unobserved.
  ///
  /// Changes are in the order of the decisions. `gap` counts interruptions of the observation.
  mutating func start(of change: ObservedChange, at now: Duration, gap: UInt) -> Duration? {
    if gap != self.gap { (times, self.gap) = ([:], gap) }
    guard let load = change.load else { return nil }
    if change.kind.isStart { times[load] = now }
    return change.kind.isEnd ? times.removeValue(forKey: load) : times[load]
  }
}

/// A change of a load for its observers, before the event has a name and a duration.
package struct ObservedChange: Sendable {
  package let kind: LoadObserver.Event.Kind
  /// The number of the load; `nil` if the change belongs to none.
  package var load: UInt?
  package var request: (any Sendable)?
  package var attempt = 0
  package var cause: LoadCause?

  package init(
    _ kind: LoadObserver.Event.Kind,
    of load: UInt? = nil,
    request: (any Sendable)? = nil,
    attempt: Int = 0,
    cause: LoadCause? = nil
  ) {
    self.kind = kind
    self.load = load
    self.request = request
    self.attempt = attempt
    self.cause = cause
  }
}
