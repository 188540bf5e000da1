import ReactiveLoadable

@testable import ReactiveLoading

// The laws for the work of a load: its attempts and delays.

extension LoadWorld {
  /// Whether the work of the actions so far is that of the core: same load, attempt or delay.
  var isAtWork: Bool {
    guard let live, let run = machine.machine.core.run else {
      return live == nil && machine.machine.core.run == nil
    }
    return run.cycle.first == live.load && run.cycle.ticket == live.ticket
      && run.cycle.isWaiting == live.isWaiting && run.cycle.retries == live.retries
      && machine.machine.slots.running?.assumed(of: String.self).value == live.request
  }

  /// L1: a load ends once, and each of its attempts has a new ticket.
  mutating func follow(_ action: Machine.Action, _ event: Machine.Event) {
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
}
