import ReactiveLoadable

@testable import ReactiveLoading

/// A model of the storage and its callers next to the machine, and the laws for it.
struct LoadWorld: ExploredWorld {
  typealias Machine = LoadStateMachine<String, Int, SampleError>
  typealias State = Loadable<Int, SampleError>

  enum Step {
    case event(Machine.Event)
    /// Time advances so far that a loaded value becomes stale.
    case later
  }

  /// The running load, by the actions so far.
  struct RunningAttempts {
    let load: UInt
    let request: String
    var ticket: UInt
    var isWaiting = false
    var retries = 0
    /// Whether `loadIfNeeded` started it without a value of the request.
    var isNeeded = false
    /// Whether a value was set since the start.
    var wasSet = false
    /// Whether the record of the request cannot arrive any more.
    var hasRead = false
    /// Whether the value was invalidated before it arrived.
    var isOutdated = false
  }

  let policy: LoadPolicy
  var machine: Machine
  var now = Duration.zero
  var live: RunningAttempts?
  /// The last ticket.
  var ticket: UInt = 0
  /// The state that a cancel must restore.
  var settled = State.notRequested
  /// The request of that state; `nil` for any.
  var settledRequest: String?
  /// The request of the last load since a reset.
  var lastRequest: String?
  var isFresh = true
  var lastValue = 0
  /// The first law that was broken.
  var broken: String?

  init(_ policy: LoadPolicy) {
    self.policy = policy
    machine = Machine(policy)
  }
}

// MARK: Steps

extension LoadWorld {
  var possibleSteps: [Step] {
    let intents: [LoadIntent<String, Int>] = [
      .load("a"), .load("b"), .loadIfNeeded("a"), .loadIfNeeded("b"), .refresh, .revalidate,
      .retry, .cancel, .reset, .set(100), .set(500, for: "b", age: .seconds(9)), .invalidate,
    ]
    var steps = (intents.map(Machine.Event.intent) + present + late).map(Step.event)
    if policy.freshness.isTimed { steps.append(.later) }
    return steps
  }

  private var present: [Machine.Event] {
    guard let live else { return [] }
    let value = lastValue + 1
    let ofLoad: [Machine.Event] = [
      .cancelLoad(live.load), .timedOut(live.load, .second), .timedOut(live.load, nil),
    ]
    if live.isWaiting { return ofLoad + [.delayElapsed(live.ticket)] }
    let retry: [Machine.Event] =
      policy.retry.limit > 0 ? [.failed(live.ticket, .first, mayRetry: true)] : []
    let hasRead = live.hasRead || live.ticket != live.load
    let records: [Machine.Event] =
      hasRead
      ? [] : [.restored(live.load, 200, age: .zero), .restored(live.load, 201, age: .seconds(9))]
    return ofLoad + retry + records + [
      .succeeded(live.ticket, value), .failed(live.ticket, .first), .threwCancellation(live.ticket),
      .reported(live.ticket, .value(value)), .reported(live.ticket, .progress(0.5)),
      .started(live.ticket),
    ]
  }

  /// The events of a load, or of an attempt, that has ended.
  private var late: [Machine.Event] {
    let isOver = live.map(\.isWaiting) ?? true
    let late = isOver ? ticket : ticket - 1
    if late == 0 { return [] }
    return [
      .succeeded(late, -1), .reported(late, .value(-1)), .failed(late, .second),
      .restored(late, -1, age: .zero),
    ]
  }

  mutating func take(_ step: Step) {
    switch step {
    case .later:
      now += .seconds(1)
      isFresh = false
    case .event(let event): handle(event)
    }
  }
}

// MARK: Events

extension LoadWorld {
  private mutating func handle(_ event: Machine.Event) {
    let (before, old) = (machine.state, live)
    let isLate = isLate(event)
    let action = machine.handle(event, at: now)
    let after = machine.state
    follow(action, event)
    demand(after.isLoading == (live != nil), "it is loading exactly while a load runs")
    demand(isAtWork, "the work that runs is the one that the state names")
    demand(after.latest != -1, "a late result does not surface")
    if isLate { demand(before == after, "a late event changes nothing") }
    demand(isLegal(from: before, to: after), "no illegal transition: \(before) to \(after)")
    if !machine.publishes { demand(before == after, "every change is published") }
    demand(machine.publishes == action.publishes, "every start, wait and end is published")
    demandPrevious(action, before, after)
    if case .restored(_, let value, let age) = event, let old, !isLate {
      demandRestored(value, age, old, before, after)
    }
    if old != nil { if !isLate { demandEnd(event, after) } } else { demandStart(event, action) }
    note(event, old, after, isLate: isLate)
  }

  private func isLate(_ event: Machine.Event) -> Bool {
    switch event {
    case .work(.succeeded(let ticket, _)), .work(.reported(let ticket, _)),
      .work(.failed(let ticket, _, _)):
      live.map { $0.isWaiting || $0.ticket != ticket } ?? true
    case .started(let ticket), .restored(let ticket, _, _):
      live.map { $0.isWaiting || $0.ticket != ticket } ?? true
    case .intent, .cancelLoad, .work, .edited, .close: false
    }
  }

  mutating func demand(_ isKept: Bool, _ law: @autoclosure () -> String) {
    if !isKept, broken == nil { broken = law() }
  }
}

// MARK: Knowledge after an event

extension LoadWorld {
  private mutating func note(
    _ event: Machine.Event,
    _ old: RunningAttempts?,
    _ after: State,
    isLate: Bool
  ) {
    switch event {
    case .intent(.set(let value, let request, let age)):
      settled = .loaded(value)
      settledRequest = request ?? old?.request ?? settledRequest
      isFresh = age == nil && policy.freshness != .never
      live?.wasSet = true
    case .restored(_, let value, let age):
      guard let old, !old.wasSet, !isLate else { break }
      settled = .loaded(value)
      settledRequest = old.request
      isFresh = policy.freshness.isTimed && age == .zero && !old.isOutdated
      live?.hasRead = true
    case .intent(.reset): (settledRequest, lastRequest) = (nil, nil)
    case .intent(.invalidate):
      isFresh = false
      if live?.isWaiting == false { live?.isOutdated = true }
    case .work(.succeeded) where !after.isLoading && old != nil:
      settledRequest = old?.request
      isFresh = policy.freshness != .never && old?.isOutdated == false
    case .work(.failed) where !after.isLoading && old != nil, .work(.timedOut(_, .some)):
      settledRequest = old?.request
    case .work(.reported): live?.hasRead = true
    case .intent, .work, .started, .cancelLoad, .edited, .close: break
    }
    if !after.isLoading { settled = after }
    if case .loading(let loading) = after {
      let error = loading.cause == .load ? nil : settled.error
      demand(loading.lastError == error, "a retry or a refresh has the last error")
    }
    lastValue = max(lastValue, after.latest ?? 0)
  }
}
