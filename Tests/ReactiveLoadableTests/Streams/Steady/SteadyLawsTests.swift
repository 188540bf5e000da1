import ReactiveLoadable
import Testing

@testable import ReactiveLoading

/// Every order of states and times up to a depth, checked against the laws of contract L10.
@Suite struct `Laws of steady states over all event orders` {
  typealias Machine = SteadyStateMachine<Int, SampleError>
  typealias State = Loadable<Int, SampleError>

  static let depth = 6

  enum Step: CaseIterable {
    case loading, loadingOver, notRequested, loaded, failed, tick, end
  }

  /// The machine, and the knowledge of a storage and a viewer; times are in steps.
  struct World {
    let delay: Int
    let minimum: Int
    var machine: Machine
    var now = 0
    var due: [(ticket: UInt, time: Int)] = []
    /// The number of states so far, which makes each of them unique.
    var count = 0
    var last: State?
    var loadingSince: Int?
    var shown: State?
    var shownLoadingSince: Int?
    var isOver = false

    init(delay: Int, minimum: Int) {
      (self.delay, self.minimum) = (delay, minimum)
      machine = Machine(delay: .seconds(delay), minimum: .seconds(minimum))
    }
  }

  @Test(arguments: [(2, 3), (1, 1), (0, 2), (2, 0), (0, 0), (3, 1)])
  func `no order of events breaks a law`(delay: Int, minimum: Int) {
    var orders = 0
    explore(World(delay: delay, minimum: minimum), depth: Self.depth, &orders)
    #expect(orders > 50_000, "the exploration ends early")
  }

  private func explore(_ world: World, depth: Int, _ orders: inout Int) {
    orders += 1
    world.expectNothingIsLost()
    guard depth > 0, !world.isOver else { return }
    for step in Step.allCases {
      var next = world
      next.take(step)
      explore(next, depth: depth - 1, &orders)
    }
  }
}

extension `Laws of steady states over all event orders`.World {
  typealias Suite = `Laws of steady states over all event orders`

  mutating func take(_ step: Suite.Step) {
    switch step {
    case .loading: come(.loading(Loading(attempt: count)))
    case .loadingOver: come(.loading(previous: count))
    case .notRequested: come(.notRequested)
    case .loaded: come(.loaded(count))
    case .failed: come(.failed(.first, previous: count))
    case .tick: passTick()
    case .end:
      perform(machine.handle(.ended))
      expect(isOver, "no end")
      expect(shown == last, "the completion drops a state")
    }
  }

  private mutating func come(_ state: Suite.State) {
    let before = shown
    count += 1
    last = state
    loadingSince = state.isLoading ? loadingSince ?? now : nil
    perform(machine.handle(.state(state)))
    guard let before else {
      expect(shown == state, "the first state waits")
      return
    }
    if !state.isLoading, !before.isLoading {
      expect(shown == state, "a state is held without a spinner")
    }
    if state.isLoading, before.isLoading { expect(shown == state, "progress waits") }
    if before.latest == nil, state.isLoading, state.latest != nil {
      expect(shown == state, "a state with a value waits")
    }
    expectTimesAreKept()
  }

  private mutating func passTick() {
    now += 1
    while let next = due.firstIndex(where: { $0.time <= now }) {
      perform(machine.handle(.timerFired(due.remove(at: next).ticket)))
    }
    expectTimesAreKept()
  }

  private func expectTimesAreKept() {
    guard let shown, let last else { return }
    if let loadingSince, now - loadingSince >= delay {
      expect(shown.isLoading, "a state is published too late")
    }
    if let shownLoadingSince, now - shownLoadingSince >= minimum {
      expect(shown == last, "a state is held too long")
    }
  }

  private mutating func perform(_ action: Suite.Machine.Action) {
    switch action {
    case .none: break
    case .pass(let state), .settle(let state): show(state)
    case .start(let state, let timer):
      show(state)
      start(timer)
    case .hide(let timer): start(timer)
    case .end(let state):
      isOver = true
      if let state { show(state) }
    }
  }

  private mutating func start(_ timer: Suite.Machine.Timer) {
    expect(timer.duration > .zero, "a timer of zero")
    due.append((timer.ticket, now + Int(timer.duration.components.seconds)))
  }

  private mutating func show(_ state: Suite.State) {
    if let since = shownLoadingSince, !state.isLoading, !isOver {
      expect(now - since >= minimum, "a state is published too briefly")
    }
    shownLoadingSince = state.isLoading ? shownLoadingSince ?? now : nil
    shown = state
  }

  /// Expects that the last state is published in the end, when no more arrive.
  func expectNothingIsLost() {
    var rest = self
    for _ in 0...delay + minimum { rest.passTick() }
    expect(rest.shown == last, "a state is lost")
  }
}

/// `#expect` is too slow for millions of calls.
private func expect(_ isKept: Bool, _ broken: @autoclosure () -> String) {
  if !isKept { Issue.record("\(broken())") }
}
