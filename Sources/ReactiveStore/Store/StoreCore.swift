public import DequeModule
public import ReactiveLoadable

/// Takes the actions of a store one after the other, and has done what they bring about.
///
/// The lock guards the queue. Whoever sends while nobody reduces, reduces, until nothing waits or that has
/// taken long; the others leave their actions in the queue (S1). The reducer, observers and effects run
/// outside it.
@usableFromInline
final class StoreCore<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline typealias Reduction = @Sendable (inout State, Action) -> Effect<Action>

  /// What waits for its turn.
  @usableFromInline
  enum Turn {
    /// An action, unless it has become stale, which is asked once.
    case action(Action, StoreWork, isStale: @Sendable () -> Bool)
    /// Something to be done while nothing is reduced, for which somebody may wait.
    case job(StoreWork?, @Sendable () -> Void)
  }

  @usableFromInline
  struct Queue {
    /// What waits, each with its place in a chain of actions.
    @usableFromInline var turns = Deque<(turn: Turn, link: Int)>()
    @usableFromInline var chain = ActionChain()
    @usableFromInline var isReducing = false
    @usableFromInline var isClosed = false

    @inlinable
    init() {}
  }

  @usableFromInline let place: StorePlace
  @usableFromInline let states: BehaviorRelay<State>
  @usableFromInline let parts = PartList<State>()
  @usableFromInline let failures = PublishRelay<any Error>()
  @usableFromInline let effects = EffectRegistry()
  @usableFromInline let queue = Lock(Queue())
  @usableFromInline let reduce: Reduction
  @usableFromInline let feedbacks: [Feedback<State, Action>]
  @usableFromInline let middleware: [Middleware<State, Action>]

  @inlinable
  init(
    _ state: State,
    _ middleware: [Middleware<State, Action>],
    _ feedbacks: [Feedback<State, Action>],
    at place: StorePlace,
    willBegin: (StoreCore) -> Void = { _ in },
    _ reduce: @escaping Reduction
  ) {
    var state = state
    feedbacks.settle(&state)
    let wanted = feedbacks.look(at: state, false)
    states = place.relay(state)
    self.place = place
    self.middleware = middleware
    self.feedbacks = feedbacks
    self.reduce = reduce
    willBegin(self)
    if !wanted.parts.isEmpty { _ = perform(wanted) }
  }
}

// MARK: The queue

extension StoreCore {
  @inlinable
  func send(_ action: Action) -> StoreTask {
    let thread = ThreadIdentity.current
    let isMine = queue.withLock { queue in
      if queue.isReducing { return false }
      queue.isReducing = true
      queue.chain.begin(on: thread)
      return true
    }
    guard isMine else { return sendLater(action, from: thread) }
    let work = take(action, nil)
    drain()
    return StoreTask(work: work)
  }

  @inlinable
  func sendLater(_ action: Action, from thread: UInt) -> StoreTask {
    let work = StoreWork()
    enqueue(.action(action, work, isStale: { false }), from: thread, links: 1)
    return StoreTask(work: work)
  }

  @inlinable
  func enqueue(
    _ action: Action,
    _ work: StoreWork,
    unless isStale: @escaping @Sendable () -> Bool
  ) -> StoreTask {
    enqueue(.action(action, work, isStale: isStale))
    return StoreTask(work: work)
  }

  /// Has something done while nothing is reduced: now, or when those are done that wait already.
  @inlinable
  func schedule(_ job: @escaping @Sendable () -> Void) { enqueue(.job(nil, job)) }

  /// Has something take its turn.
  ///
  /// - Parameters:
  ///   - turn: What waits.
  ///   - thread: The calling thread.
  ///   - links: By how much this makes a chain longer if it comes from the turn of another one.
  @inlinable
  func enqueue(_ turn: Turn, from thread: UInt = ThreadIdentity.current, links: Int = 0) {
    let (isMine, isClosed) = queue.withLock { queue in
      if queue.isClosed { return (false, true) }
      let isMine = !queue.isReducing
      if isMine { queue.chain.begin(on: thread) }
      queue.isReducing = true
      queue.turns.append((turn, queue.chain.link(from: thread) + links))
      return (isMine, false)
    }
    if isMine { drain() }
    if isClosed { drop(turn) }
  }

  /// Ends everything: the store has gone, though effects may be sending, and another thread reduces.
  @usableFromInline
  func close() {
    let turns = queue.withLock { queue in
      queue.isClosed = true
      defer { queue.turns = Deque() }
      return queue.turns
    }
    effects.close()
    states.finish()
    failures.finish()
    for waiting in turns { drop(waiting.turn) }
  }

  @usableFromInline
  func drop(_ turn: Turn) {
    switch turn {
    case .action(_, let work, _): work.actionIsReduced()
    case .job(let work, _): work?.actionIsReduced()
    }
  }

  /// How many turns of others somebody takes who sends; then a task of the pool goes on with them.
  @inlinable static var turnsAtOnce: Int { 1_000 }

  @inlinable
  func drain() {
    let thread = ThreadIdentity.current
    for _ in 0..<Self.turnsAtOnce {
      guard let turn = next(on: thread) else { return }
      take(turn)
    }
    handOver()
  }

  @usableFromInline
  func handOver() {
    queue.withLock { $0.chain.begin(on: 0) }
    Task { drain() }
  }

  @inlinable
  func take(_ turn: Turn) {
    switch turn {
    case .action(let action, let work, let isStale):
      if !isStale() { _ = take(action, work) }
      work.actionIsReduced()
    case .job(let work, let job):
      job()
      work?.actionIsReduced()
    }
  }

  @inlinable
  func next(on thread: UInt) -> Turn? {
    let next = queue.withLock { queue in
      let next = queue.turns.popFirst()
      queue.chain.begin(on: thread, at: next?.link ?? 0)
      if next == nil { queue.isReducing = false }
      return next
    }
    if let next, next.link == ActionChain.bound { report(next.turn) }
    return next?.turn
  }

  /// Reports a chain of actions without end (S10).
  @usableFromInline
  func report(_ turn: Turn) {
    guard case .action(let action, _, _) = turn else { return }
    place.reportChain(to: "\(action)")
  }
}

// MARK: Reducing

extension StoreCore {
  /// Has an action reduced; returns the work that it has brought about, which is made if need be.
  @inlinable
  func take(_ action: Action, _ work: StoreWork?) -> StoreWork? {
    if middleware.isEmpty { return reduced(action, work) }
    // One for all that middleware makes of the action.
    let all = work ?? StoreWork()
    pass(action, 0, all)
    if work == nil { all.actionIsReduced() }
    return all
  }

  @inlinable
  func pass(_ action: Action, _ index: Int, _ work: StoreWork) {
    guard index < middleware.count else {
      _ = reduced(action, work)
      return
    }
    middleware[index].handle(action, { states.value }) { pass($0, index + 1, work) }
  }

  @inlinable
  func reduced(_ action: Action, _ work: StoreWork?) -> StoreWork? {
    var state = states.value
    let effect = reduce(&state, action)
    let wanted = feedbacks.isEmpty ? nil : wanted(in: &state, beside: effect)
    states.accept(state)
    parts.look(at: &state)
    var present = work
    if !effect.parts.isEmpty { perform(effect, StoreWork.of(&present)) }
    if let wanted { keep(wanted, &present) }
    if work == nil { present?.actionIsReduced() }
    return present
  }

  /// Has an effect done that no reducer has returned, in a turn of its own.
  @usableFromInline
  func perform(_ effect: Effect<Action>) -> StoreTask {
    let work = StoreWork()
    enqueue(
      .job(work) {
        self.perform(effect, work)
        self.endWhatHasGone()
      }
    )
    return StoreTask(work: work)
  }
}
