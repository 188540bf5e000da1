import ReactiveLoadable
import Testing

@testable import ReactiveLoading

/// Every order of events up to a depth, checked against the laws of contract M.
@Suite struct `Laws of the mutation's machine over all event orders` {
  typealias Machine = MutationMachine<UInt, UInt, SampleError>

  /// The knowledge of a storage and its callers, next to the machine.
  struct World {
    var machine: Machine
    // Those of the machine after the last event; to make them takes longer than most laws.
    var state: Loadable<UInt, SampleError>
    var records: [Machine.Record]
    let policy: MutationPolicy
    /// The accepted writes, with the count of their published outcomes.
    var outcomeCounts: [UInt: Int] = [:]
    /// The writes whose work has started and not returned; true if it was cancelled.
    var working: [UInt: Bool] = [:]
    /// Those of them that wait for their next attempt, by retry.
    var retrying: [UInt: Int] = [:]
    /// The state after the outcomes so far.
    var settled = Loadable<UInt, SampleError>.notRequested
    /// The waiting writes, the oldest first.
    var waiting: [UInt] = []
    var finishes = 0

    init(_ policy: MutationPolicy) {
      machine = Machine(policy)
      (state, records) = (machine.state, machine.records)
      self.policy = policy
    }
  }

  @Test(arguments: MutationOverlap.allCases)
  func `no order of events breaks a law`(_ overlap: MutationOverlap) {
    expectLaws(of: MutationPolicy(overlap: overlap, historyLimit: 1), depth: 5, orders: 10_000)
  }

  @Test(arguments: MutationOverlap.allCases)
  func `no order of events breaks a law when a drop cancels`(_ overlap: MutationOverlap) {
    let policy = MutationPolicy(overlap: overlap, whenReleased: .cancel, historyLimit: 0)
    expectLaws(of: policy, depth: 4, orders: 2_000)
  }

  @Test(arguments: MutationOverlap.allCases)
  func `no order of events breaks a law when failures are retried`(_ overlap: MutationOverlap) {
    let policy = MutationPolicy(overlap: overlap, retry: .constant(.seconds(1), limit: 1))
    expectLaws(of: policy, depth: 5, orders: 10_000)
  }

  private func expectLaws(of policy: MutationPolicy, depth: Int, orders least: Int) {
    var (orders, broken) = (0, Set<String>())
    // Before the first write few laws apply.
    var world = World(policy)
    broken.formUnion(world.handle(.run(1)))
    explore(world, [], depth: depth, &orders, &broken)
    #expect(broken == [])
    #expect(orders > least, "the exploration ends early: \(orders)")
  }

  private func explore(
    _ world: World,
    _ path: [Machine.Event],
    depth: Int,
    _ orders: inout Int,
    _ broken: inout Set<String>
  ) {
    orders += 1
    guard depth > 0, broken.count < 5 else { return }
    for event in world.possibleEvents {
      var next = world
      let path = path + [event]
      for law in next.handle(event) { broken.insert("\(law) after \(path.map { "\($0)" })") }
      explore(next, path, depth: depth - 1, &orders, &broken)
    }
  }
}

extension `Laws of the mutation's machine over all event orders`.World {
  typealias Machine = `Laws of the mutation's machine over all event orders`.Machine

  var possibleEvents: [Machine.Event] {
    let calls: [Machine.Event] =
      machine.isDropped ? [] : [.run(UInt(outcomeCounts.count) + 1), .cancel, .reset, .close]
    let handles = outcomeCounts.keys.sorted().suffix(2).map(Machine.Event.cancelRun)
    let working = working.keys.sorted().flatMap { id -> [Machine.Event] in
      let late = Machine.Event.timedOut(id, .second)
      if retrying[id] != nil { return [.delayElapsed(id), late] }
      let retry: [Machine.Event] =
        policy.retry.limit > 0 ? [.failed(id, .second, mayRetry: true)] : []
      return [.succeeded(id, id), .failed(id, .first), .threwCancellation(id), late] + retry
    }
    return calls + handles + working
  }

  /// Returns the broken laws.
  mutating func handle(_ event: Machine.Event) -> [String] {
    let (stateBefore, recordsBefore) = (state, records)
    let actions = machine.handle(event)
    (state, records) = (machine.state, machine.records)
    var broken: [String] = []
    note(event, actions)
    for action in actions { follow(action, &broken) }
    if case .reset = event { settled = .notRequested }
    let (isChanged, isPublished) = (stateBefore != state, actions.contains(where: \.isShowState))
    if isChanged, !isPublished { broken.append("a state is not published") }
    if isPublished, !isChanged { broken.append("a state is published twice") }
    if actions.contains(where: \.isShowHistory) == (recordsBefore == records) {
      broken.append("a history is not published, or published twice")
    }
    return broken + brokenAtRest
  }

  /// Records the return of the work of a write, unless it will be retried.
  private mutating func note(_ event: Machine.Event, _ actions: [Machine.Action]) {
    switch event {
    case .run, .cancelRun, .cancel, .reset, .timedOut, .close: break
    case .succeeded(let id, _), .failed(let id, _, _), .threwCancellation(let id),
      .delayElapsed(let id):
      retrying[id] = nil
      if !actions.contains(where: \.willRetry) { working[id] = nil }
    }
  }

  private mutating func follow(_ action: Machine.Action, _ broken: inout [String]) {
    switch action {
    case .showState, .showHistory: break
    case .skip:
      if policy.overlap != .ignore || open.isEmpty { broken.append("a write was lost") }
    case .accept(let id):
      if outcomeCounts.updateValue(0, forKey: id) != nil { broken.append("an id was used twice") }
      waiting.append(id)
    case .end(let id, let outcome):
      endWrite(id, outcome, &broken)
      // The delay before a retry ends with the write.
      if retrying.removeValue(forKey: id) != nil { working[id] = nil }
      if working[id] != nil { broken.append("ended before its work has returned, and not stopped") }
    case .stop(let id, let outcome):
      endWrite(id, outcome, &broken)
      if working.updateValue(true, forKey: id) != false {
        broken.append("stopped a write that does not run")
      }
      if retrying[id] != nil { broken.append("stopped a write that does not run") }
    case .begin(let id, let input):
      if input != id { broken.append("started with the input of another write") }
      if waiting.first != id { broken.append("started out of order") }
      waiting.removeAll { $0 == id }
      if outcomeCounts[id] != 0 { broken.append("started after its outcome") }
      if policy.overlap != .concurrent, !working.isEmpty { broken.append("two writes overlap") }
      if working.updateValue(false, forKey: id) != nil { broken.append("started twice") }
    case .wait(let id, let retry):
      if retry > policy.retry.limit { broken.append("more retries than allowed") }
      if working[id] != false { broken.append("another attempt of a stopped write") }
      retrying[id] = retry
    case .attempt(let id):
      if working[id] != false { broken.append("another attempt of a stopped write") }
    case .finish: finishes += 1
    }
  }

  private mutating func endWrite(
    _ id: UInt,
    _ outcome: LoadOutcome<UInt, SampleError>,
    _ broken: inout [String]
  ) {
    outcomeCounts[id, default: 0] += 1
    waiting.removeAll { $0 == id }
    switch outcome {
    case .loaded(let output): settled = .loaded(output)
    case .failed(let error): settled = .failed(error, previous: settled.latest)
    case .replaced:
      if policy.overlap != .replace {
        broken.append("replaced a write under another policy")
      }
    case .cancelled: break
    case .skipped, .abandoned: broken.append("an impossible outcome of a write")
    }
  }

  /// The writes without an outcome.
  private var open: Set<UInt> { Set(outcomeCounts.filter { $0.value == 0 }.keys) }

  private var attempt: Int {
    let states = records.filter(\.isOpen).map(\.state)
    guard states.count == 1, case .running(let attempt) = states[0] else { return 0 }
    return attempt
  }

  private var brokenAtRest: [String] {
    var broken: [String] = []
    let open = open
    if outcomeCounts.values.contains(where: { $0 > 1 }) {
      broken.append("an outcome was published twice")
    }
    if open.isEmpty ? state != settled : !state.isLoading {
      broken.append("the state does not match the outcomes")
    }
    if state.latest != settled.latest { broken.append("an output is not published") }
    if case .loading(let loading) = state, loading.attempt != attempt {
      broken.append("the published attempt is not that of the single write")
    }
    if Set(records.filter(\.isOpen).map(\.id)) != open {
      broken.append("the history misses a waiting or running write")
    }
    if !waiting.isEmpty, working.isEmpty { broken.append("a write waits without a running one") }
    if policy.overlap == .replace, open.count > 1 {
      broken.append("two open writes with overlap replace")
    }
    if policy.overlap == .ignore, open.count > 1 {
      broken.append("two open writes with overlap ignore")
    }
    let ended = records.filter {
      if case .ended = $0.state { true } else { false }
    }
    if ended.count > policy.historyLimit { broken.append("the history is not bounded") }
    if records.map(\.id) != records.map(\.id).sorted() {
      broken.append("the history is out of order")
    }
    if !machine.disagreements.isEmpty { broken.append("core and values disagree") }
    if !machine.changesAreDifferences { broken.append("the changes are not the difference") }
    if finishes != (machine.isDropped && open.isEmpty ? 1 : 0) {
      broken.append("the streams finish too early, too late or twice")
    }
    return broken
  }
}

extension MutationMachine.Action {
  /// Whether the work, which has returned, will be retried.
  fileprivate var willRetry: Bool {
    switch self {
    case .wait, .attempt: true
    case .skip, .accept, .end, .stop, .begin, .showState, .showHistory, .finish: false
    }
  }

  fileprivate var isShowState: Bool {
    if case .showState = self { true } else { false }
  }

  fileprivate var isShowHistory: Bool {
    if case .showHistory = self { true } else { false }
  }
}
