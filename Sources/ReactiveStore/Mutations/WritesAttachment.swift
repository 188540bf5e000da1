import ReactiveLoadable

/// Performs the writes of a ``MutationState`` and sends their events.
///
/// The lock guards `writes`. Only the reducing thread calls `follow` and accesses `revision`; any
/// thread may call `end`.
final class WritesAttachment<Input: Sendable, Output: Sendable, State: Sendable>: EffectAttachment {
  typealias Mutation = EmbeddedMutation<Input, Output>
  typealias Publish =
    @Sendable (MutationAction<Input, Output>, _ isStale: @escaping @Sendable () -> Bool) -> Void

  /// A write that has not returned.
  private struct Write {
    let input: Input
    let run: EffectRun
    /// Performs the work; `nil` while the write waits for its turn.
    var performer: EmbeddedPerformer?
    /// True if the write has its outcome.
    var isStopping = false

    func end() {
      performer?.close()
      run.end()
    }
  }

  private struct Writes {
    var all: [UInt: Write] = [:]
    var requested: [EffectRun] = []
    /// The writes of earlier states whose ends have been sent.
    var sentEnds: Set<UInt> = []
    /// The writes of which the end of an attempt was handled since the last call of `follow`.
    var ended: Set<UInt> = []
  }

  private let policy: EmbeddedPolicy
  private let write: @Sendable (Input, State) async throws -> Output
  private let publish: Publish
  private let writes = Lock(Writes())
  // SAFETY: it is accessed only on the serial queue of one store.
  private nonisolated(unsafe) var revision: KeyChangeLog<UInt>.Revision?

  init(
    _ policy: EmbeddedPolicy,
    _ write: @escaping @Sendable (Input, State) async throws -> Output,
    _ publish: @escaping Publish
  ) {
    self.policy = policy
    self.write = write
    self.publish = publish
  }

  var needsToFollow: Bool { writes.withLock { !$0.ended.isEmpty } }

  func takeRequested(_ body: (EffectRun) -> Void) {
    let requested = writes.withLock { writes in
      defer { writes.requested = [] }
      return writes.requested
    }
    for run in requested { body(run) }
  }

  func loads(at id: EffectID) -> [(run: EffectRun, id: EffectID)] {
    writes.withLock { $0.all.values.filter { !$0.isStopping } }.map { ($0.run, id) }
  }

  func end() {
    let before = writes.withLock { writes in
      defer { writes = Writes() }
      return writes.all.values
    }
    for write in before { write.end() }
  }
}

// MARK: Following the state

extension WritesAttachment {
  /// The work to perform when the writes of a state are known.
  private typealias Perform = () -> Void

  /// Performs the writes of a state: starts those whose turn it is, continues those with another
  /// attempt, and cancels the work of those that have an outcome.
  ///
  /// It checks only the writes that have changed since the last call.
  func follow(_ mutation: MutationState<Input, Output>, in state: State) {
    let ids = changedWrites(of: mutation)
    revision = mutation.changes.revision
    var actions: [Perform] = []
    for id in ids.sorted() {
      let before = writes.withLock { $0.all[id] }
      guard let work = mutation.mutation.work(of: id) else {
        if let before { actions.append { before.end() } }
        writes.withLock { $0.all[id] = nil }
        continue
      }
      let write = before ?? newWrite(id, mutation.mutation)
      let (changed, action) = followed(write, id, work, mutation.mutation, state)
      writes.withLock { writes in
        writes.all[id] = changed
        if before == nil, let changed { writes.requested.append(changed.run) }
      }
      if let action { actions.append(action) }
    }
    for action in actions { action() }
  }

  /// Returns the writes that may have changed since the last call.
  private func changedWrites(of mutation: MutationState<Input, Output>) -> Set<UInt> {
    let ended = writes.withLock { writes in
      defer { writes.ended = [] }
      return writes.ended
    }
    if let changed = revision.flatMap({ mutation.changes.keys(since: $0) }) {
      return changed.union(ended)
    }
    return ended.union(writes.withLock { $0.all.keys }).union(mutation.mutation.ids)
  }

  /// Returns the write as its work requires, and what to perform after that.
  private func followed(
    _ write: Write?,
    _ id: UInt,
    _ work: EmbeddedWork,
    _ mutation: Mutation,
    _ state: State
  ) -> (Write?, Perform?) {
    switch (work, write) {
    case (.waits, _): return (write, nil)
    case (.runs(let attempt), var write?):
      if write.performer == nil, mutation.input(of: id)?.takeStart() == true {
        write.performer = performer(of: id, write.input)
      } else if write.performer?.performs(attempt) != true {
        // The write of an earlier state, which was started already, or whose end was dropped.
        return (write, sendingEnd(.cancelled(id, of: write.input), of: id))
      }
      let (performer, input) = (write.performer, write.input)
      return (write, { performer?.perform(attempt) { self.call(input, state) } })
    case (.stops, var write?) where write.performer != nil:
      if write.isStopping { return (write, nil) }
      write.isStopping = true
      let (performer, run) = (write.performer, write.run)
      return (
        write,
        {
          run.end()
          performer?.stopWork()
        }
      )
    case (.stops(let ticket), _):
      return (write, sendingEnd(.returned(from: ticket), of: id))
    // The input of a running write is in the state.
    case (.runs, nil): return (nil, nil)
    }
  }

  private func newWrite(_ id: UInt, _ mutation: Mutation) -> Write? {
    guard let input = mutation.input(of: id)?.value else { return nil }
    let run = EffectRun(cancelling: { [weak self, publish] in
      publish(.cancelled(id, of: input)) { [attachment = self] in attachment?.isOpen(id) != true }
    })
    return Write(input: input, run: run)
  }

  private func isOpen(_ id: UInt) -> Bool {
    writes.withLock { $0.all[id].map { !$0.isStopping } ?? false }
  }

  /// Returns the sending of the end of a write that no work ends; it is sent once.
  private func sendingEnd(_ action: MutationAction<Input, Output>, of id: UInt) -> Perform? {
    guard writes.withLock({ $0.sentEnds.insert(id).inserted }) else { return nil }
    return { [publish] in
      publish(action) { [weak self] in
        // It is sent again if a middleware drops it.
        _ = self?.writes.withLock { $0.sentEnds.remove(id) }
        return false
      }
    }
  }
}

// MARK: Performing

extension WritesAttachment {
  private func performer(of id: UInt, _ input: Input) -> EmbeddedPerformer {
    EmbeddedPerformer(policy) { [weak self, publish] event, payload, performer in
      publish(.received(event, payload, of: input)) { [attachment = self] in
        attachment?.drops(event, payload, of: id, performer) ?? true
      }
    }
  }

  private func call(_ input: Input, _ state: State) -> LoadCall {
    LoadCall(for: LoadObserver.isInUse ? Box(input) : nil) { [write] (_: LoadReporter<Output>) in
      try await write(input, state)
    }
  }

  /// Returns whether an event of a performer is dropped: one that is not about its current attempt,
  /// or one of a write that has its outcome, whose return is sent instead.
  private func drops(
    _ event: LoadCore.Event,
    _ payload: LoadSlots.Payload,
    of id: UInt,
    _ performer: EmbeddedPerformer
  ) -> Bool {
    guard performer.expects(event, payload) else { return true }
    let isOpen = writes.withLock { writes in
      guard let write = writes.all[id], !write.isStopping else { return false }
      if event.endsAttempt { writes.ended.insert(id) }
      return true
    }
    if !isOpen, let ticket = event.returnedTicket {
      publish(.returned(from: ticket)) { false }
    }
    return !isOpen
  }
}

extension MutationAction {
  /// The action that cancels a write.
  fileprivate static func cancelled(_ id: UInt, of input: Input) -> Self {
    .finished(input, LoadResult(.cancelLoad(id), LoadSlots.Payload()))
  }

  /// The action that says that the work of an attempt has returned.
  fileprivate static func returned(from ticket: UInt) -> Self {
    .returned(LoadResult(.attempt(.threwCancellation, of: ticket), LoadSlots.Payload()))
  }
}

extension LoadCore.Event {
  /// The ticket of an attempt whose work has returned.
  fileprivate var returnedTicket: UInt? {
    switch self {
    case .attempt(.succeeded, let ticket, _), .attempt(.failed, let ticket, _),
      .attempt(.threwCancellation, let ticket, _):
      ticket
    case .attempt(.reported, _, _), .attempt(.delayElapsed, _, _), .attempt(.timedOut, _, _),
      .cancelLoad, .started, .close, .intent, .set, .restored:
      nil
    }
  }
}
