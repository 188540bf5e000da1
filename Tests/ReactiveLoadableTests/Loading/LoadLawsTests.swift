import Testing

@testable import ReactiveLoadable

/// Every order of events up to a depth, held against the laws of contract L.
@Suite struct `Laws of the machine over all event orders` {
  typealias Machine = LoadStateMachine<String, Int, SampleError>

  static let depth = 5

  /// What a storage and its callers know, next to the machine.
  struct World {
    var machine = Machine()
    var policy = LoadPolicy()
    /// The load that runs, by the actions given so far.
    var running: UInt?
    var started: UInt = 0
    /// Whether it waits for its next attempt.
    var isWaiting = false
    /// What a cancel has to bring back.
    var settled = Loadable<Int, SampleError>.notRequested
    var values = 0
  }

  @Test func `no order of events breaks a law`() {
    var orders = 0
    explore(World(), depth: Self.depth, &orders)
    #expect(orders > 50_000, "the exploration ends early")
  }

  @Test(
    arguments: [LoadPolicy.Previous.ofSameRequest, .always, .never],
    [LoadPolicy.Interruption.replace, .ignore]
  )
  func `no order of events breaks a law under another policy`(
    _ previous: LoadPolicy.Previous,
    _ interruption: LoadPolicy.Interruption
  ) {
    let policy = LoadPolicy(previous: previous, interruption: interruption)
    var orders = 0
    explore(World(machine: Machine(policy), policy: policy), depth: Self.depth - 1, &orders)
    #expect(orders > 5_000, "the exploration ends early")
  }

  @Test func `no order of events breaks a law when failures are tried again`() {
    let policy = LoadPolicy(retry: .constant(.seconds(1), limit: 2))
    var orders = 0
    explore(World(machine: Machine(policy), policy: policy), depth: Self.depth, &orders)
    #expect(orders > 50_000, "the exploration ends early")
  }

  private func explore(_ world: World, depth: Int, _ orders: inout Int) {
    orders += 1
    guard depth > 0 else { return }
    for event in world.possibleEvents {
      var next = world
      next.handle(event)
      explore(next, depth: depth - 1, &orders)
    }
  }
}

extension `Laws of the machine over all event orders`.World {
  typealias Machine = `Laws of the machine over all event orders`.Machine

  var possibleEvents: [Machine.Event] {
    let intents: [LoadIntent<String, Int>] = [
      .load("a"), .load("b"), .loadIfNeeded("a"), .refresh, .retry, .cancel, .reset, .set(100),
    ]
    let current: [Machine.Event] =
      running.map {
        [.succeeded($0, values + 1), .failed($0, .first), .gaveUp($0)]
      } ?? []
    let retries: [Machine.Event] =
      running.flatMap { run in
        policy.retry.limit == 0
          ? nil : [.failed(run, .first, mayRetry: true), .waited(run, retry: 1)]
      } ?? []
    let late: [Machine.Event] = (running ?? started + 1) > 1 ? [.succeeded(1, -1)] : []
    return intents.map(Machine.Event.intent) + current + retries + late
  }

  mutating func handle(_ event: Machine.Event) {
    let before = machine.state
    let action = machine.handle(event)
    let after = machine.state
    follow(action)
    #expect(after.isLoading == (running != nil), "loading exactly while a load runs")
    #expect(after.latest != -1, "a late result surfaced")
    #expect(isLegal(from: before, to: after), "\(before) to \(after) on \(event)")
    if !action.publishes { #expect(before == after, "a change that nobody is told of") }
    expectPrevious(action, before, after)
    if case .intent(.cancel) = event { #expect(after == settled, "cancel brings back what was") }
    note(event, after)
  }

  /// L9: what a load goes on showing; it starts over what was settled last.
  private func expectPrevious(
    _ action: Machine.Action,
    _ before: Loadable<Int, SampleError>,
    _ after: Loadable<Int, SampleError>
  ) {
    switch action {
    case .replace: #expect(policy.interruption == .replace, "replaced what was to go on")
    case .start(let run) where run.cause != .load:
      #expect(after.latest == before.latest, "a refresh or retry hides what was shown")
    case .start:
      if policy.previous == .always { #expect(after.latest == before.latest) }
      if policy.previous == .never { #expect(after.latest == nil) }
    case .none, .notNeeded, .join, .publish, .wait, .attempt, .end: break
    }
  }

  private mutating func follow(_ action: Machine.Action) {
    switch action {
    case .none, .notNeeded, .publish: break
    case .join: #expect(running != nil, "joined a load that does not run")
    case .wait(let run, let retry):
      #expect(run.generation == running && !isWaiting, "waits for a load that does not run")
      #expect(retry <= policy.retry.limit, "more retries than allowed")
      isWaiting = true
    case .attempt(let run):
      #expect(run.generation == running && isWaiting, "attempts what does not wait")
      isWaiting = false
    case .start(let run):
      #expect(running == nil, "a second load beside the running one")
      begin(run)
    case .replace(let run):
      #expect(running != nil, "replaced a load that does not run")
      begin(run)
    case .end:
      #expect(running != nil, "ended a load that does not run")
      running = nil
    }
  }

  private mutating func begin(_ run: Machine.Run) {
    #expect(run.generation > started, "a generation was given twice")
    (running, started, isWaiting) = (run.generation, run.generation, false)
  }

  private mutating func note(_ event: Machine.Event, _ after: Loadable<Int, SampleError>) {
    if case .succeeded(_, let value) = event, value > 0 { values = value }
    if !after.isLoading { settled = after }
    if case .intent(.set(let value)) = event { settled = .loaded(value) }
  }

  /// The transitions of a loader that the design allows.
  private func isLegal(
    from old: Loadable<Int, SampleError>,
    to new: Loadable<Int, SampleError>
  ) -> Bool {
    switch (old, new) {
    case (.notRequested, .failed), (.loaded, .failed): false
    case (.failed(let old), .failed(let new)): old == new
    default: true
    }
  }
}

extension LoadStateMachine.Action {
  fileprivate var publishes: Bool {
    switch self {
    case .none, .notNeeded, .join, .attempt: false
    case .wait, .publish, .start, .replace, .end: true
    }
  }
}
