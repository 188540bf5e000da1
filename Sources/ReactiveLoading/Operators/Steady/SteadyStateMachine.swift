/// The pure state machine of `steadied`: one event in, one action out.
///
/// It uses no lock, task or clock. Every timer has a unique ticket, and an outdated timer
/// changes nothing. See <doc:KeepingASpinnerSteady>.
// NB: Its enums are indirect, because the code that copies inline states is 100 kB, a tenth of the module.
struct SteadyStateMachine<Value, Failure: Error> {
  typealias State = Loadable<Value, Failure>
  typealias Ticket = UInt

  indirect enum Event {
    case state(State)
    /// A timer has fired.
    case timerFired(Ticket)
    /// The upstream has finished or the subscription was cancelled.
    case ended
  }

  /// A timer that the storage runs.
  struct Timer: Equatable {
    let ticket: Ticket
    let duration: Duration
  }

  indirect enum Action {
    /// Do nothing; a running timer continues.
    case none
    /// Publish the state; a running timer continues.
    case pass(State)
    /// Publish the state, and cancel a running timer.
    case settle(State)
    /// Publish the state, and start this timer, which replaces a running one.
    case start(State, Timer)
    /// Publish nothing yet, and start this timer.
    case hide(Timer)
    /// Publish the held state, if any, and finish.
    case end(State?)

    /// The state to publish.
    var shown: State? {
      switch self {
      case .none, .hide: nil
      case .pass(let state), .settle(let state), .start(let state, _): state
      case .end(let state): state
      }
    }
  }

  private indirect enum Phase {
    /// No state has arrived.
    case initial
    case settled(State)
    /// A loading state is hidden, and the settled state before it is visible.
    case hidden(State, behind: State, Ticket)
    /// A loading state is visible for its minimum duration; a settled state may wait.
    case held(Ticket, waiting: State?)
    /// A loading state is visible, and its minimum duration has elapsed.
    case shown
    case ended
  }

  /// The delay before a loading state is published.
  private let delay: Duration
  /// The minimum duration of a visible loading state.
  private let minimum: Duration
  private var phase = Phase.initial
  private var lastTicket: Ticket = 0

  init(delay: Duration, minimum: Duration) {
    self.delay = delay
    self.minimum = minimum
  }

  mutating func handle(_ event: Event) -> Action {
    switch event {
    case .state(let state) where state.isLoading: load(state)
    case .state(let state): settle(state)
    case .timerFired(let ticket): timerFired(ticket)
    case .ended: end()
    }
  }
}

extension SteadyStateMachine {
  private mutating func load(_ state: State) -> Action {
    switch phase {
    case .initial: return show(state)
    case .settled(let shown): return hide(state, behind: shown)
    case .hidden(_, let shown, let ticket):
      if addsValue(state, over: shown) { return show(state) }
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
    case .initial, .settled, .hidden, .shown:
      phase = .settled(state)
      return .settle(state)
    case .held(let ticket, _):
      phase = .held(ticket, waiting: state)
      return .none
    case .ended: return .none
    }
  }

  private mutating func timerFired(_ ticket: Ticket) -> Action {
    switch phase {
    case .hidden(let state, _, ticket): return show(state)
    case .held(ticket, let waiting?):
      phase = .settled(waiting)
      return .settle(waiting)
    case .held(ticket, nil):
      phase = .shown
      return .none
    // An outdated timer may still fire.
    case .initial, .settled, .hidden, .held, .shown, .ended: return .none
    }
  }

  private mutating func end() -> Action {
    defer { phase = .ended }
    switch phase {
    case .initial, .settled, .shown: return .end(nil)
    case .hidden(let state, _, _): return .end(state)
    case .held(_, let waiting): return .end(waiting)
    case .ended: return .none
    }
  }
}

extension SteadyStateMachine {
  private func addsValue(_ state: State, over shown: State) -> Bool {
    shown.latest == nil && state.latest != nil
  }

  private mutating func hide(_ state: State, behind shown: State) -> Action {
    guard delay > .zero, !addsValue(state, over: shown) else { return show(state) }
    let timer = newTimer(delay)
    phase = .hidden(state, behind: shown, timer.ticket)
    return .hide(timer)
  }

  private mutating func show(_ state: State) -> Action {
    guard minimum > .zero else {
      phase = .shown
      return .settle(state)
    }
    let timer = newTimer(minimum)
    phase = .held(timer.ticket, waiting: nil)
    return .start(state, timer)
  }

  private mutating func newTimer(_ duration: Duration) -> Timer {
    lastTicket += 1
    return Timer(ticket: lastTicket, duration: duration)
  }
}
