package import CombineShim
import DequeModule
import IssueReporting
import ReactiveRelays
import Synchronization

/// The events of one loader, list, cache, mutation or store that its observers have not received.
///
/// The owner appends under its lock, so that the events are in the order of the decisions, and
/// delivers outside it. One thread at a time delivers; the others leave their events to it. See
/// <doc:ObservingLoads#O3-One-call-at-a-time>.
package final class LoadEventQueue: Sendable {
  /// An event, and the observations that receive it.
  fileprivate struct Entry {
    let event: LoadObserver.Event
    let position: LoadObserverList.Position
  }

  fileprivate struct State {
    var events: Deque<Entry> = []
    var isDelivering = false
    var starts = LoadStarts()
  }

  let name: String
  private let observer: LoadObserver?
  private let elapsed: ElapsedTime
  /// True for the queue of a mutation.
  private let isWrite: Bool
  /// A unique number in the process.
  private let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
  private static let lastNumber = Atomic<UInt>(0)
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
    for change in changes { append(change, at: now) }
  }

  /// Appends an event of a decision; the owner may hold its lock.
  package func append(_ change: consuming ObservedChange, at now: Duration) {
    let position = LoadObserver.all.position
    // The observer of the policy receives every event.
    let gap = observer == nil ? position.gaps : 0
    state.withLock { state in
      let start = state.starts.start(of: change, at: now, gap: gap)
      let event = LoadObserver.Event(
        kind: change.kind,
        name: name,
        load: change.load.map { LoadObserver.LoadID(loader: number, number: $0) },
        requestBox: change.request,
        object: LoadObject(number: owner, isKeyed: isWrite || owner != number),
        attempt: change.attempt,
        cause: change.cause,
        isWrite: isWrite,
        duration: start.map { now - $0 }
      )
      state.events.append(Entry(event: event, position: position))
    }
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
      next = Self.calling.withLock { $0.nextQueue(of: thread) }
    }
  }

  /// The threads that call observers, and the queues that wait for the end of their calls.
  ///
  /// An observer may cause events, of any loader. Their delivery on the same thread waits until the
  /// observer has returned, so an observer that locks a mutex never waits for itself.
  // NB: A list, because the hash of a thread costs more than comparing the few threads that call.
  private static let calling = Lock([CallingThread]())

  /// Returns false within the delivery of another queue on the thread: this queue waits for it.
  private func startCalls(on thread: UInt) -> Bool {
    Self.calling.withLock { calling in
      guard let index = calling.index(of: thread) else {
        calling.append(CallingThread(id: thread))
        return true
      }
      calling[index].waiting.append(self)
      return false
    }
  }

  /// - Parameter count: The number of events in this call of `deliver`, also of other queues.
  private func deliverAll(_ count: inout Int) {
    while let next = state.withLock({ $0.next() }) {
      observer?(next.event)
      for observe in LoadObserver.all.observations(of: owner, at: next.position) {
        observe(next.event)
      }
      count += 1
      if count == Self.endless { reportEndlessObserver() }
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

  /// Returns the next event; without any, the delivery ends.
  fileprivate mutating func next() -> LoadEventQueue.Entry? {
    if let next = events.popFirst() { return next }
    isDelivering = false
    return nil
  }
}

/// A thread that calls observers, and the queues whose events wait for the end of its calls.
private struct CallingThread {
  let id: UInt
  var waiting: Deque<LoadEventQueue> = []
}

extension [CallingThread] {
  fileprivate func index(of thread: UInt) -> Int? { firstIndex { $0.id == thread } }

  /// Removes and returns the first queue that waits for a thread; without any, removes the thread.
  fileprivate mutating func nextQueue(of thread: UInt) -> LoadEventQueue? {
    guard let index = index(of: thread) else { return nil }
    if let next = self[index].waiting.popFirst() { return next }
    remove(at: index)
    return nil
  }
}

/// The start of each running load that was observed at its start.
///
/// Ends are missed while nothing is observed, so starts from before such a gap are dropped.
struct LoadStarts {
  /// The start of the last load that has started; `nil` after its end.
  // NB: A loader runs only this one, which costs no hash table.
  private var last: (load: UInt, time: Duration)?
  private var others: [UInt: Duration] = [:]
  private var gap: UInt = 0

  /// The number of loads that have started and not ended.
  var count: Int { others.count + (last == nil ? 0 : 1) }

  /// Records starts and ends, and returns the start of the load of a change; `nil` if unobserved.
  ///
  /// Changes are in the order of the decisions. `gap` counts interruptions of the observation.
  mutating func start(of change: ObservedChange, at now: Duration, gap: UInt) -> Duration? {
    if gap != self.gap { (last, others, self.gap) = (nil, [:], gap) }
    guard let load = change.load else { return nil }
    if change.kind.isStart {
      if let last { others[last.load] = last.time }
      last = (load, now)
    }
    guard let last, last.load == load else {
      return change.kind.isEnd ? others.removeValue(forKey: load) : others[load]
    }
    if change.kind.isEnd { self.last = nil }
    return last.time
  }
}

/// A change of a load for its observers, before the event has a name and a duration.
package struct ObservedChange: Sendable {
  package let kind: LoadObserver.Event.Kind
  /// The number of the load; `nil` if the change belongs to none.
  package var load: UInt?
  package var request: AnyBox?
  package var attempt = 0
  package var cause: LoadCause?

  package init(
    _ kind: LoadObserver.Event.Kind,
    of load: UInt? = nil,
    request: AnyBox? = nil,
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
