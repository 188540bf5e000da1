import DequeModule
import ReactiveLoadable

/// A store without its types: runs its turns one after the other, and holds its effects.
///
/// The lock guards the queue. The thread that sends while the store is idle takes a turn, and then
/// the queued turns until the queue is empty or it has taken 1,000; other threads append to the
/// queue. Turns run outside the lock. See <doc:StoreContract#S1-One-order>.
// SAFETY: all properties are immutable and Sendable.
@usableFromInline
class StoreShell: @unchecked Sendable {
  /// An entry of the queue.
  enum Turn {
    /// An action of an effect or a call, unless it has become stale; `isStale` is called once.
    case action(AnyBox, StoreWork, of: EffectRun?, isStale: @Sendable () -> Bool)
    /// A closure that runs while nothing is reduced, and for which a caller may wait.
    case job(StoreWork?, @Sendable () -> Void)
  }

  private struct Queue {
    /// The queued turns, each with its position in a chain of actions.
    var turns = Deque<(turn: Turn, link: Int)>()
    var chain = ActionChain()
    var isReducing = false
    var isClosed = false
  }

  final let place: StorePlace
  final let failures = PublishRelay<any Error>()
  final let effects = EffectRegistry()
  private let queue = Lock(Queue())

  init(at place: StorePlace) { self.place = place }

  /// Reduces a queued action, whose box has the type of the store's actions.
  func reduce(_ action: AnyBox, _ work: StoreWork) {}

  /// Returns an action as text, for reports.
  func text(of action: AnyBox) -> String { "" }

  /// Completes the relay of the states.
  func finishStates() {}
}

// MARK: Turns

extension StoreShell {
  /// Starts a turn of the calling thread; false if the store is reducing or has ended.
  final func beginTurn() -> Bool {
    let thread = ThreadIdentity.current
    return queue.withLock { queue in
      if queue.isReducing || queue.isClosed { return false }
      queue.isReducing = true
      queue.chain.begin(on: thread)
      return true
    }
  }

  /// Ends a turn of the calling thread, and takes the queued turns.
  final func endTurn() {
    for _ in 0..<Self.turnsAtOnce {
      guard let turn = next() else { return }
      take(turn)
    }
    handOver()
  }

  /// Starts a task that takes the queued turns.
  // NB: Inlined, it would slow down each turn.
  @inline(never)
  private final func handOver() {
    queue.withLock { $0.chain.begin(on: 0) }
    Task { endTurn() }
  }

  /// The number of queued turns that a sending thread takes before a task takes over.
  private static var turnsAtOnce: Int { 1_000 }

  private final func next() -> Turn? {
    let next: (turn: Turn, link: Int)? = queue.withLock { queue in
      if queue.turns.isEmpty {
        queue.isReducing = false
        return nil
      }
      let next = queue.turns.removeFirst()
      queue.chain.begin(on: ThreadIdentity.current, at: next.link)
      return next
    }
    if let next, next.link == ActionChain.bound, case .action(let action, _, _, _) = next.turn {
      place.reportChain(to: text(of: action))
    }
    return next?.turn
  }

  private final func take(_ turn: Turn) {
    switch turn {
    case .action(let action, let work, let run, let isStale):
      if isDue(of: run, isStale) { reduce(action, work) }
    case .job(_, let job): job()
    }
    turn.work?.actionIsReduced()
  }

  /// Returns false if an action has become stale; its effect need not wait for it any longer.
  final func isDue(of run: EffectRun?, _ isStale: () -> Bool) -> Bool {
    defer { run?.release() }
    return !isStale()
  }

  /// Appends a turn to the queue, and takes it if the store is idle.
  ///
  /// - Parameters:
  ///   - turn: The turn.
  ///   - links: The number of links that this adds to a chain if it is sent from another turn.
  final func enqueue(_ turn: Turn, links: Int = 0) {
    let thread = ThreadIdentity.current
    let (isMine, isClosed) = queue.withLock { queue in
      if queue.isClosed { return (false, true) }
      let isMine = !queue.isReducing
      if isMine { queue.chain.begin(on: thread) }
      queue.isReducing = true
      queue.turns.append((turn, queue.chain.link(from: thread) + links))
      return (isMine, false)
    }
    if isMine { endTurn() }
    if isClosed { turn.work?.actionIsReduced() }
  }

  /// Runs a closure while nothing is reduced: now, or after the turns that are queued already.
  final func schedule(_ job: @escaping @Sendable () -> Void) { enqueue(.job(nil, job)) }
}

extension StoreShell.Turn {
  fileprivate var work: StoreWork? {
    switch self {
    case .action(_, let work, _, _): work
    case .job(let work, _): work
    }
  }
}

// MARK: Ends

extension StoreShell {
  /// Ends the store after its deallocation; effects may be sending and another thread reducing.
  final func close() {
    let turns = queue.withLock { queue in
      queue.isClosed = true
      defer { queue.turns = Deque() }
      return queue.turns
    }
    effects.close()
    finishStates()
    failures.finish()
    for waiting in turns { waiting.turn.work?.actionIsReduced() }
  }

  /// Ends an effect, and publishes its error, unless that means cancellation.
  final func finish(_ run: EffectRun, _ error: (any Error)?) {
    guard let error, !error.countsAsCancellation else { return run.end() }
    run.end { [weak self] in self?.failures.accept(error) }
  }
}
