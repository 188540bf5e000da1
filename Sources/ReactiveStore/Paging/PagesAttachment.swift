import ReactiveLoadable

/// Runs the page loads of a ``PagedState`` and sends their events.
///
/// The lock guards `present`. The reducing thread calls `follow`; any thread may call `end`.
final class PagesAttachment<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  State: Sendable
>: EffectAttachment where Item.ID: Sendable {
  typealias Pages = EmbeddedPages<Key, Cursor, Item, LoadError>
  typealias Request = PageRequest<Key, Cursor>
  typealias Load = @Sendable (Request, State) async throws -> Page<Cursor, Item>
  typealias Publish = @Sendable (WorkEvent, _ isStale: @escaping @Sendable () -> Bool) -> Void

  private struct Present {
    var performers: [EmbeddedPerformer] = []
    /// The runs that callers wait for, by the numbers of their loads.
    var waiting: [UInt: (run: EffectRun, ask: UInt)] = [:]
    var asked: [EffectRun] = []
  }

  private let policy: EmbeddedPolicy
  private let load: Load
  private let publish: Publish
  private let present = Lock(Present())

  init(_ policy: EmbeddedPolicy, _ load: @escaping Load, _ publish: @escaping Publish) {
    self.policy = policy
    self.load = load
    self.publish = publish
  }

  private func performer() -> EmbeddedPerformer {
    EmbeddedPerformer(policy) { [publish] event, performer in
      publish(event) { !performer.expects(event) }
    }
  }

  /// Runs the page loads that a state requires, and cancels all others.
  func follow(_ pages: Pages, asking state: State) {
    let before = present.withLock { $0 }
    note(pages, before.waiting)
    perform(pages.runs, before.performers, asking: state)
    let numbers = Set(pages.loads.map(\.number))
    for (number, waiting) in before.waiting where !numbers.contains(number) { waiting.run.end() }
  }

  private func note(_ pages: Pages, _ before: [UInt: (run: EffectRun, ask: UInt)]) {
    var (waiting, asked) = ([UInt: (run: EffectRun, ask: UInt)](), [EffectRun]())
    for load in pages.loads {
      let known = before[load.number]
      let run = known?.run ?? effectRun(load.number, pages.cancellation(of: load.number))
      waiting[load.number] = (run, max(load.ask, known?.ask ?? 0))
      // A restored earlier state requests nothing, but it may contain a load that starts by this.
      if known.map({ $0.ask < load.ask }) ?? true { asked.append(run) }
    }
    present.withLock { present in
      present.waiting = waiting
      present.asked = asked
    }
  }

  private func effectRun(_ load: UInt, _ cancellation: WorkEvent) -> EffectRun {
    EffectRun(cancelling: { [weak self, publish] in
      publish(cancellation) { self?.waits(for: load) != true }
    })
  }

  private func waits(for load: UInt) -> Bool { present.withLock { $0.waiting[load] != nil } }

  private func perform(
    _ runs: [EmbeddedRun<Request>],
    _ before: [EmbeddedPerformer],
    asking state: State
  ) {
    let performers = runs.map { run in
      before.first { $0.performs(run.attempt) } ?? performer()
    }
    present.withLock { $0.performers = performers }
    var leaving = before.filter { performer in !performers.contains { $0 === performer } }
    for (run, performer) in zip(runs, performers) {
      let isNew = !before.contains { $0 === performer }
      performer.perform(run.attempt, replacing: isNew ? leaving.popLast() : nil) {
        LoadCall { [load] (_: LoadReporter<Page<Cursor, Item>>) in
          try await load(run.request, state)
        }
      }
    }
    for performer in leaving { performer.close() }
  }

  /// True if the end of the current attempt of a page was handled since the last call of `follow`.
  var needsToFollow: Bool { present.withLock { $0.performers }.contains(where: \.hasEnded) }

  func takeAsked(_ body: (EffectRun) -> Void) {
    let asked = present.withLock { present in
      defer { present.asked = [] }
      return present.asked
    }
    for run in asked { body(run) }
  }

  func loads(at place: EffectID) -> [(run: EffectRun, place: EffectID)] {
    present.withLock { $0.waiting.values.map { ($0.run, place) } }
  }

  func end() {
    let before = present.withLock { present in
      defer { present = Present() }
      return present
    }
    for performer in before.performers { performer.close() }
    for waiting in before.waiting.values { waiting.run.end() }
  }
}
