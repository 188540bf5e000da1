public import DequeModule
public import ReactiveLoadable

/// Reduces the actions of a store one after the other, and performs their effects.
///
/// The lock guards the queue. The thread that sends while the store is idle reduces until the queue
/// is empty or it has taken 1,000 turns; other threads append to the queue. The reducer, observers
/// and effects run outside the lock. See <doc:StoreContract#S1-One-order>.
@usableFromInline
final class StoreCore<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline typealias Reduction = @Sendable (inout State, Action) -> Effect<Action>

  /// An entry of the queue.
  @usableFromInline
  enum Turn {
    /// An action, unless it has become stale; `isStale` is called once.
    case action(Action, StoreWork, isStale: @Sendable () -> Bool)
    /// A closure that runs while nothing is reduced, and for which a caller may wait.
    case job(StoreWork?, @Sendable () -> Void)
  }

  @usableFromInline
  struct Queue {
    /// The queued turns, each with its position in a chain of actions.
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
  @usableFromInline let feedbacks: FeedbackList<State, Action>?
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
    let feedbacks = FeedbackList.of(feedbacks)
    feedbacks?.settle(&state)
    states = place.relay(state)
    self.place = place
    self.middleware = middleware
    self.feedbacks = feedbacks
    self.reduce = reduce
    willBegin(self)
    if feedbacks != nil { followFirst() }
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

  /// Runs a closure while nothing is reduced: now, or after the turns that are queued already.
  @inlinable
  func schedule(_ job: @escaping @Sendable () -> Void) { enqueue(.job(nil, job)) }

  /// Appends a turn to the queue, and reduces if the store is idle.
  ///
  /// - Parameters:
  ///   - turn: The turn.
  ///   - thread: The calling thread.
  ///   - links: The number of links that this adds to a chain if it is sent from another turn.
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

  /// Ends the store after its deallocation; effects may be sending and another thread reducing.
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

  /// The number of queued turns that a sending thread takes before a task takes over.
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

  /// Reports an endless chain of actions.
  ///
  /// See <doc:StoreContract#S10-Endless-chains>.
  @usableFromInline
  func report(_ turn: Turn) {
    guard case .action(let action, _, _) = turn else { return }
    place.reportChain(to: "\(action)")
  }
}

// MARK: Reducing

extension StoreCore {
  /// Passes an action to the middleware and the reducer; returns its work, created if necessary.
  @inlinable
  func take(_ action: Action, _ work: StoreWork?) -> StoreWork? {
    if middleware.isEmpty { return reduced(action, work) }
    // One work for all actions that the middleware passes on.
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
    feedbacks?.settle(&state)
    states.accept(state)
    parts.look(at: &state)
    var present = work
    let begins = !effect.parts.isEmpty
    if begins { perform(effect, StoreWork.of(&present)) }
    if let feedbacks { follow(feedbacks, &state, begins, &present) }
    if work == nil { present?.actionIsReduced() }
    return present
  }

  /// Performs an effect that no reducer has returned, in a separate turn.
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
