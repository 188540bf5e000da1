import ReactiveLoadable

/// Runs the page loads of a ``PagedState`` and sends their events.
///
/// The lock guards `running`. The reducing thread calls `follow`; any thread may call `end`.
final class PagesAttachment<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  State: Sendable
>: EffectAttachment where Item.ID: Sendable {
  typealias Pages = EmbeddedPages<Key, Cursor, Item, LoadError>
  typealias Request = PageRequest<Key, Cursor>
  /// Creates the call of the load function for a page.
  typealias Call = @Sendable (EmbeddedRun<Request>, State) -> LoadCall
  typealias Publish =
    @Sendable (LoadCore.Event, LoadSlots.Payload, _ isStale: @escaping @Sendable () -> Bool) -> Void

  private struct RunningLoads {
    var performers: [EmbeddedPerformer] = []
    /// The runs that callers wait for, by the numbers of their loads.
    var waiting: [UInt: (run: EffectRun, requestNumber: UInt)] = [:]
    var requested: [EffectRun] = []
    /// The number of the newest load; a load of an earlier state has an earlier one.
    var newest: UInt = 0
  }

  private let policy: EmbeddedPolicy
  private let call: Call
  private let publish: Publish
  private let restore: EmbeddedRecords.Restore
  private let running = Lock(RunningLoads())

  init(
    _ policy: EmbeddedPolicy,
    _ call: @escaping Call,
    _ publish: @escaping Publish,
    restore: @escaping EmbeddedRecords.Restore
  ) {
    self.policy = policy
    self.call = call
    self.publish = publish
    self.restore = restore
  }

  private func performer(after read: AttemptStart.Read?) -> EmbeddedPerformer {
    EmbeddedPerformer(policy, after: read) { [publish] event, payload, performer in
      publish(event, payload) { !performer.expects(event, payload) }
    }
  }

  /// Runs the page loads that a state requires, and cancels all others.
  func follow(_ pages: Pages, in state: State) {
    let before = running.withLock { $0 }
    if let end = pages.restoredEnd { for performer in before.performers { performer.close(end) } }
    updateWaiting(pages, before.waiting)
    perform(pages, before, in: state)
    let numbers = Set(pages.loads.map { $0.number })
    for (number, waiting) in before.waiting where !numbers.contains(number) { waiting.run.end() }
  }

  private func updateWaiting(
    _ pages: Pages,
    _ before: [UInt: (run: EffectRun, requestNumber: UInt)]
  ) {
    var (waiting, requested) = ([UInt: (run: EffectRun, requestNumber: UInt)](), [EffectRun]())
    for load in pages.loads {
      let earlier = before[load.number]
      let run = earlier?.run ?? effectRun(load.number)
      waiting[load.number] = (run, max(load.requestNumber, earlier?.requestNumber ?? 0))
      // A restored earlier state requests nothing, but it may contain a load that starts by this.
      if earlier.map({ $0.requestNumber < load.requestNumber }) ?? true { requested.append(run) }
    }
    running.withLock { running in
      running.waiting = waiting
      running.requested = requested
      if policy.records != nil { running.newest = max(running.newest, waiting.keys.max() ?? 0) }
    }
  }

  private func effectRun(_ load: UInt) -> EffectRun {
    EffectRun(cancelling: { [weak self, publish] in
      publish(.cancelLoad(load), LoadSlots.Payload()) { [attachment = self] in
        attachment?.isWaiting(for: load) != true
      }
    })
  }

  private func isWaiting(for load: UInt) -> Bool { running.withLock { $0.waiting[load] != nil } }

  private func perform(_ pages: Pages, _ earlier: RunningLoads, in state: State) {
    let (runs, before) = (pages.runs, earlier.performers)
    let performers = runs.map { run in
      before.first { $0.performs(run.attempt) }
        ?? performer(after: run.load > earlier.newest ? reading(run, pages) : nil)
    }
    running.withLock { $0.performers = performers }
    var replaced = before.filter { performer in !performers.contains { $0 === performer } }
    for (run, performer) in zip(runs, performers) {
      let isNew = !before.contains { $0 === performer }
      performer.perform(run.attempt, replacing: isNew ? replaced.popLast() : nil) {
        call(run, state)
      }
    }
    for performer in replaced { performer.close() }
  }

  /// Returns the read of the record of a list; `nil` if the page needs none.
  private func reading(_ run: EmbeddedRun<Request>, _ pages: Pages) -> AttemptStart.Read? {
    guard policy.records != nil, pages.readsRecord(run) else { return nil }
    return policy.reading(Box(run.request.key), restore: restore)
  }

  var needsToFollow: Bool { running.withLock { $0.performers }.contains { $0.hasEnded } }

  func takeRequested(_ body: (EffectRun) -> Void) {
    let requested = running.withLock { running in
      defer { running.requested = [] }
      return running.requested
    }
    for run in requested { body(run) }
  }

  func loads(at id: EffectID) -> [(run: EffectRun, id: EffectID)] {
    running.withLock { $0.waiting.values.map { ($0.run, id) } }
  }

  func end() {
    let before = running.withLock { running in
      defer { running = RunningLoads(newest: running.newest) }
      return running
    }
    for performer in before.performers { performer.close() }
    for waiting in before.waiting.values { waiting.run.end() }
  }
}
