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

// MARK: The laws

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

  /// Whether the work of the actions so far is that of the core: same load, attempt or delay.
  private var isAtWork: Bool {
    guard let live, let run = machine.machine.core.run else {
      return live == nil && machine.machine.core.run == nil
    }
    return run.cycle.first == live.load && run.cycle.ticket == live.ticket
      && run.cycle.isWaiting == live.isWaiting && run.cycle.retries == live.retries
      && machine.machine.slots.running?.assumed(of: String.self).value == live.request
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

  private mutating func demand(_ isKept: Bool, _ law: @autoclosure () -> String) {
    if !isKept, broken == nil { broken = law() }
  }

  /// L1: a load ends once, and each of its attempts has a new ticket.
  private mutating func follow(_ action: Machine.Action, _ event: Machine.Event) {
    switch action {
    case .none, .silent, .skip, .publish: break
    case .join:
      var mayWait = false
      if case .intent(.revalidate) = event { mayWait = true }
      demand(
        live.map { $0.isWaiting ? mayWait : !$0.isOutdated } ?? false,
        "it joins a running attempt, or waits for one only when it revalidates"
      )
    case .wait(let new, let retry):
      demand(live.map { !$0.isWaiting } ?? false, "a delay follows an attempt")
      demand(retry == (live?.retries ?? 0) + 1, "retries are counted one by one")
      demand(retry <= policy.retry.limit, "there are no more retries than allowed")
      demand(after(ticket, new), "a delay has a new ticket")
      live?.isWaiting = true
      live?.retries = retry
      live?.ticket = new
    case .attempt(let attempt):
      demand(
        live.map { $0.isWaiting && $0.load == attempt.load } ?? false,
        "it attempts a waiting load"
      )
      demand(after(ticket, attempt.ticket), "an attempt has a new ticket")
      demand(attempt.request == live?.request, "an attempt is of the same request")
      live?.isWaiting = false
      live?.isOutdated = false
      live?.ticket = attempt.ticket
    case .start(let attempt):
      demand(live == nil, "one load runs at a time")
      start(attempt, by: event)
    case .replace(let attempt):
      demand(live != nil, "only a running load is replaced")
      demandReplaceable(by: attempt)
      start(attempt, by: event)
    case .end:
      demand(live != nil, "only a running load ends")
      live = nil
    }
  }

  private mutating func after(_ old: UInt, _ new: UInt) -> Bool {
    ticket = new
    return new > old
  }

  private mutating func start(_ attempt: Machine.Attempt, by event: Machine.Event) {
    let isSame = attempt.request == live?.request
    demand(after(ticket, attempt.ticket), "a load has a new ticket")
    demand(attempt.load == attempt.ticket, "a load has the ticket of its first attempt")
    live = RunningAttempts(load: attempt.load, request: attempt.request, ticket: attempt.ticket)
    lastRequest = attempt.request
    if case .intent(.loadIfNeeded) = event, !isSame {
      live?.isNeeded = machine.machine.core.cause == .load
    }
  }

  /// L2: the loads that may replace a load.
  private mutating func demandReplaceable(by attempt: Machine.Attempt) {
    guard let live, !live.isOutdated || attempt.request != live.request else { return }
    if attempt.request == live.request {
      demand(policy.duplicate == .replace, "a load of the same request joins")
    } else {
      demand(policy.interruption == .replace, "a load is not replaced under another policy")
    }
  }

  /// L9: the previous value of a load, which starts from the last settled state.
  private mutating func demandPrevious(_ action: Machine.Action, _ before: State, _ after: State) {
    guard case .start = action, case .loading(let loading) = after else { return }
    if loading.cause != .load {
      demand(after.latest == before.latest, "a refresh or a retry keeps the visible value")
    } else if policy.previous == .always {
      demand(after.latest == before.latest, "any value stays")
    } else if policy.previous == .never {
      demand(after.latest == nil, "no value stays")
    }
  }

  /// L2, L5, L11: the end of a load that ran before the event.
  private mutating func demandEnd(_ event: Machine.Event, _ after: State) {
    switch event {
    case .intent(.cancel), .work(.threwCancellation), .work(.timedOut(_, nil)), .cancelLoad:
      demand(after == settled, "a cancel restores the settled state")
    case .intent(.reset): demand(after == .notRequested, "a reset restores not requested")
    case .intent(.set(let value, let request?, _)) where request != live?.request:
      let isShown = after.latest == value
      demand(after.isLoading, "the load continues")
      demand(!isShown || policy.previous == .always, "the value of another request is not shown")
    case .intent(.set(let value, _, _)), .work(.reported(_, .value(let value))):
      demand(after.isLoading && after.latest == value, "the load continues and shows the value")
    case .work(.reported(_, .progress(let progress))):
      demand(after.progress == progress, "the progress is shown")
    case .work(.succeeded(_, let value)):
      demand(after == .loaded(value), "the value is loaded")
    case .work(.timedOut):
      demand(after.error == .second, "a load that timed out has failed")
    // V2, V3
    case .restored: break
    case .intent, .work, .started, .edited, .close: break
    }
  }

  /// V2, V3: a record that arrives during a load.
  private mutating func demandRestored(
    _ value: Int,
    _ age: Duration,
    _ old: RunningAttempts,
    _ before: State,
    _ after: State
  ) {
    if old.wasSet { return demand(before == after, "a value that was set is newer") }
    let isYoung = policy.freshness.isTimed && age == .zero && !old.isOutdated
    if isYoung, old.isNeeded {
      return demand(after == .loaded(value), "a young value is the result")
    }
    demand(after.isLoading, "the function is called after the read")
    let isHidden = policy.previous == .never && before.isLoading && cause == .load
    demand(isHidden ? after.latest == nil : after.latest == value, "the saved value is shown")
    settled = .loaded(value)
  }

  private var cause: LoadCause { machine.machine.core.cause }

  /// L8: a fresh value is not reloaded, any other is.
  private mutating func demandStart(_ event: Machine.Event, _ action: Machine.Action) {
    if case .intent(.revalidate) = event { return demandRevalidation(action) }
    guard case .intent(.loadIfNeeded(let request)) = event else { return }
    let answers = settled.value != nil && isFresh && settledRequest == request
    if case .skip = action {
      demand(answers, "a missing or stale value is loaded")
    } else {
      demand(!answers, "a fresh value is not loaded")
    }
  }

  /// U4: a fresh value is not reloaded, a stale value of a request and a failure are.
  private mutating func demandRevalidation(_ action: Machine.Action) {
    let isNeeded =
      switch settled {
      case .notRequested, .loading: false
      // A value that belongs to no request is not that of the last one.
      case .loaded: settledRequest == nil ? lastRequest != nil : !isFresh
      case .failed: true
      }
    if case .skip = action {
      demand(!isNeeded, "a stale value or a failure is loaded again")
    } else {
      demand(isNeeded, "nothing is loaded again without need")
    }
  }

  /// The legal transitions of a loader.
  private func isLegal(from old: State, to new: State) -> Bool {
    switch (old, new) {
    case (.notRequested, .failed), (.loaded, .failed): false
    case (.failed(let old), .failed(let new)): old == new
    default: true
    }
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
