import DequeModule
import ReactiveLoadable

/// A store without its types: runs the entries of its queue one after the other, and holds its
/// effects.
///
/// The lock guards the queue. The thread that sends while the store is idle reduces its action, and
/// then the queued entries until the queue is empty or it has performed 1,000; other threads append
/// to the queue. Entries run outside the lock. See <doc:StoreContract#S1-One-order>.
// SAFETY: all properties are immutable and Sendable.
@usableFromInline
package class StoreShell: @unchecked Sendable {
  enum QueueEntry {
    /// An action of an effect or a call, unless it has become stale; `isStale` is called once.
    case action(AnyBox, StoreWork, of: EffectRun?, isStale: @Sendable () -> Bool)
    /// A closure that runs while nothing is reduced, and for which a caller may wait.
    case job(StoreWork?, @Sendable () -> Void)
  }

  private struct Queue {
    /// The queued entries, each with its position in a chain of actions.
    ///
    /// Each action of a chain is sent while the one before is reduced. Other threads neither
    /// lengthen nor interrupt a chain.
    var entries = Deque<(entry: QueueEntry, link: Int)>()
    /// The thread that reduces, else 0.
    var thread: UInt = 0
    /// The position of the current entry.
    var link = 0
    var isReducing = false
    var isClosed = false

    mutating func start(on thread: UInt, at link: Int = 0) {
      (self.thread, self.link) = (thread, link)
    }
  }

  /// The length at which a chain is reported.
  ///
  /// See <doc:StoreContract#S10-Endless-chains>.
  fileprivate static var longestChain: Int { 10_000 }

  final let callSite: CallSite
  package final let failures = PublishRelay<any Error>()
  final let effects = EffectRegistry()
  private let queue = Lock(Queue())

  init(at callSite: CallSite) { self.callSite = callSite }

  /// The running effects and loads, in no order; may be called from any thread.
  package final var activeEffects: [ActiveEffect] { effects.running }

  /// Reduces a queued action, whose box has the type of the store's actions.
  func reduce(_ action: AnyBox, _ work: StoreWork) {}

  /// Returns an action as text, for reports.
  func text(of action: AnyBox) -> String { "" }

  /// Completes the relay of the states.
  func finishStates() {}
}

// MARK: The queue

extension StoreShell {
  /// Starts the reduction of an action on the calling thread; false if the store is reducing or has
  /// ended.
  final func startReducing() -> Bool {
    let thread = ThreadIdentity.current
    return queue.withLock { queue in
      if queue.isReducing || queue.isClosed { return false }
      queue.isReducing = true
      queue.start(on: thread)
      return true
    }
  }

  /// Ends the reduction of an action, and performs the queued entries.
  final func finishReducing() {
    for _ in 0..<Self.entriesPerThread {
      guard let entry = next() else { return }
      perform(entry)
    }
    continueInTask()
  }

  // NB: Inlined, it would slow down each action.
  @inline(never)
  private final func continueInTask() {
    queue.withLock { $0.start(on: 0) }
    Task { finishReducing() }
  }

  /// The number of queued entries that a sending thread performs before a task continues.
  private static var entriesPerThread: Int { 1_000 }

  private final func next() -> QueueEntry? {
    let next: (entry: QueueEntry, link: Int)? = queue.withLock { queue in
      if queue.entries.isEmpty {
        queue.isReducing = false
        return nil
      }
      let next = queue.entries.removeFirst()
      queue.start(on: ThreadIdentity.current, at: next.link)
      return next
    }
    if let next, next.link == Self.longestChain, case .action(let action, _, _, _) = next.entry {
      callSite.reportChain(to: text(of: action))
    }
    return next?.entry
  }

  private final func perform(_ entry: QueueEntry) {
    switch entry {
    case .action(let action, let work, let run, let isStale):
      if isDue(of: run, isStale) { reduce(action, work) }
    case .job(_, let job): job()
    }
    entry.work?.actionIsReduced()
  }

  /// Returns false if an action has become stale; its effect need not wait for it any longer.
  final func isDue(of run: EffectRun?, _ isStale: () -> Bool) -> Bool {
    defer { run?.release() }
    return !isStale()
  }

  /// Appends an entry to the queue, and performs it if the store is idle.
  ///
  /// If it is sent while an entry runs, it adds a number of links to the chain.
  final func enqueue(_ entry: QueueEntry, links: Int = 0) {
    let thread = ThreadIdentity.current
    let (wasIdle, isClosed) = queue.withLock { queue in
      if queue.isClosed { return (false, true) }
      let wasIdle = !queue.isReducing
      if wasIdle { queue.start(on: thread) }
      queue.isReducing = true
      queue.entries.append((entry, (queue.thread == thread ? queue.link : 0) + links))
      return (wasIdle, false)
    }
    if wasIdle { finishReducing() }
    if isClosed { entry.work?.actionIsReduced() }
  }

  /// Runs a closure while nothing is reduced: now, or after the entries that are queued already.
  final func schedule(_ job: @escaping @Sendable () -> Void) { enqueue(.job(nil, job)) }
}

extension StoreShell.QueueEntry {
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
    let entries = queue.withLock { queue in
      queue.isClosed = true
      defer { queue.entries = Deque() }
      return queue.entries
    }
    effects.close()
    finishStates()
    failures.finish()
    for waiting in entries { waiting.entry.work?.actionIsReduced() }
  }

  /// Ends an effect, and publishes its error, unless that means cancellation.
  final func finish(_ run: EffectRun, _ error: (any Error)?) {
    guard let error, !error.countsAsCancellation else { return run.end() }
    run.end { [weak self] in self?.failures.accept(error) }
  }
}

// MARK: Chains

extension CallSite {
  /// Reports an endless chain of actions, of the store that was created here.
  ///
  /// See <doc:StoreContract#S10-Endless-chains>.
  // NB: Not inlined, because it is rare, and would cost each send 13 instructions.
  @inline(never)
  func reportChain(to action: String) {
    report(
      """
      The store created at \(textWithModule) reduces an endless chain: \(StoreShell.longestChain) actions \
      were sent, each while the previous one was reduced or published. The last action is \
      \(action.cut(to: 200)).

      Possible cause: a middleware, a subscriber or a reducer calls 'send' for each action, including \
      the actions that it sends itself. The chain continues.

      Send only for the actions that need it, pass another action to 'next', or return an effect, \
      which can be cancelled.
      """
    )
  }
}
