/// The delay before a loading state is published, and its minimum duration.
struct SteadyTimes: Sendable {
  let delay: Duration
  let least: Duration
}

/// The pure state machine of `steadied`: one event in, one action out.
///
/// It uses no lock, task or clock. Every wait has a unique ticket, and the end of an outdated wait
/// changes nothing. See <doc:KeepingASpinnerSteady>.
struct SteadyStateMachine<Value, Failure: Error> {
  typealias State = Loadable<Value, Failure>
  typealias Ticket = UInt

  enum Event {
    case state(State)
    /// A wait has ended.
    case waited(Ticket)
    /// The upstream has finished or the subscription was cancelled.
    case ended
  }

  /// A wait that the storage performs.
  struct Wait: Equatable {
    let ticket: Ticket
    let duration: Duration
  }

  enum Action {
    /// Do nothing; a running wait continues.
    case none
    /// Publish the state; a running wait continues.
    case pass(State)
    /// Publish the state, and cancel a running wait.
    case settle(State)
    /// Publish the state, and start this wait, which replaces a running one.
    case begin(State, Wait)
    /// Publish nothing yet, and start this wait.
    case hide(Wait)
    /// Publish the held state, if any, and finish.
    case end(State?)
  }

  private enum Phase {
    /// No state has arrived.
    case fresh
    case settled(State)
    /// A loading state is hidden, and the settled state before it is visible.
    case hidden(State, behind: State, Ticket)
    /// A loading state is visible for its minimum duration; a settled state may wait.
    case held(Ticket, waiting: State?)
    /// A loading state is visible, and its minimum duration has elapsed.
    case shown
    case ended
  }

  private let times: SteadyTimes
  private var phase = Phase.fresh
  private var lastTicket: Ticket = 0

  init(_ times: SteadyTimes) { self.times = times }

  mutating func handle(_ event: Event) -> Action {
    switch event {
    case .state(let state) where state.isLoading: load(state)
    case .state(let state): settle(state)
    case .waited(let ticket): waited(ticket)
    case .ended: end()
    }
  }
}

extension SteadyStateMachine {
  private mutating func load(_ state: State) -> Action {
    switch phase {
    case .fresh: return show(state)
    case .settled(let shown): return hide(state, behind: shown)
    case .hidden(_, let shown, let ticket):
      if bringsSomething(state, over: shown) { return show(state) }
      phase = .hidden(state, behind: shown, ticket)
      return .none
    case .held(let ticket, _):
      phase = .held(ticket, waiting: nil)
      return .pass(state)
    case .shown: return .pass(state)
    case .ended: return .none
    }
  }

  private mutating func settle(_ state: State) -> Action {
    switch phase {
    case .fresh, .settled, .hidden, .shown:
      phase = .settled(state)
      return .settle(state)
    case .held(let ticket, _):
      phase = .held(ticket, waiting: state)
      return .none
    case .ended: return .none
    }
  }

  private mutating func waited(_ ticket: Ticket) -> Action {
    switch phase {
    case .hidden(let state, _, ticket): return show(state)
    case .held(ticket, let waiting?):
      phase = .settled(waiting)
      return .settle(waiting)
    case .held(ticket, nil):
      phase = .shown
      return .none
    // An outdated wait may still end.
    case .fresh, .settled, .hidden, .held, .shown, .ended: return .none
    }
  }

  private mutating func end() -> Action {
    defer { phase = .ended }
    switch phase {
    case .fresh, .settled, .shown: return .end(nil)
    case .hidden(let state, _, _): return .end(state)
    case .held(_, let waiting): return .end(waiting)
    case .ended: return .none
    }
  }
}

extension SteadyStateMachine {
  private func bringsSomething(_ state: State, over shown: State) -> Bool {
    shown.latest == nil && state.latest != nil
  }

  private mutating func hide(_ state: State, behind shown: State) -> Action {
    guard times.delay > .zero, !bringsSomething(state, over: shown) else { return show(state) }
    let wait = newWait(times.delay)
    phase = .hidden(state, behind: shown, wait.ticket)
    return .hide(wait)
  }

  private mutating func show(_ state: State) -> Action {
    guard times.least > .zero else {
      phase = .shown
      return .settle(state)
    }
    let wait = newWait(times.least)
    phase = .held(wait.ticket, waiting: nil)
    return .begin(state, wait)
  }

  private mutating func newWait(_ duration: Duration) -> Wait {
    lastTicket += 1
    return Wait(ticket: lastTicket, duration: duration)
  }
}
