import ReactiveLoadable

/// The storage of a ``Store``: a shell without types, and the code that needs the types.
// SAFETY: all properties are immutable and Sendable.
@usableFromInline
final class StoreCore<State: Sendable, Action: Sendable>: StoreShell, @unchecked Sendable {
  /// Reduces an action and publishes the state; returns the work, created if there are effects.
  @usableFromInline
  typealias Step = @Sendable (StoreCore, Action, StoreWork?) -> StoreWork?

  @usableFromInline let states: BehaviorRelay<State>
  /// Reads the state without retaining the store.
  let read: @Sendable () -> State
  let parts = PartList()
  let feedbacks: FeedbackList<State, Action>?
  private let step: Step

  init(
    _ state: State,
    _ middleware: [Middleware<State, Action>],
    _ reducer: some Reducer<State, Action>,
    reading read: @escaping @Sendable (BehaviorRelay<State>) -> State,
    _ step: @escaping Step,
    at callSite: CallSite
  ) {
    var state = state
    let feedbacks = FeedbackList.of(reducer.checkedFeedbacks())
    feedbacks?.applyReactions(to: &state)
    let relay = ValueRelayCore(depth: 1, latest: state, creationSite: callSite)
    let states = BehaviorRelay<State>(relay)
    self.states = states
    self.read = { read(states) }
    self.feedbacks = feedbacks
    self.step = middleware.isEmpty ? step : Self.step(step, after: middleware)
    super.init(at: callSite)
    if Creations.areObserved { Creations.note(self) }
    if feedbacks != nil { schedule { self.follow(effectsStart: false) } }
  }

  /// Returns the step of a reducer, specialized where the store is created.
  @inlinable
  static func step(of reducer: some Reducer<State, Action>) -> Step {
    { [reduce = reducer.reduction] core, action, work in
      var state = core.states.value
      let effect = reduce(&state, action)
      core.applyReactions(to: &state)
      core.states.accept(state)
      return core.finish(&state, effect, work)
    }
  }

  /// Changes the state to apply policies and requests of children.
  @usableFromInline
  func applyReactions(to state: inout State) { feedbacks?.applyReactions(to: &state) }

  /// Notifies the observed parts of a published state, and performs its effects and loads.
  @usableFromInline
  func finish(
    _ state: inout State,
    _ effect: Effect<Action>,
    _ work: StoreWork?
  ) -> StoreWork? {
    parts.notify(in: &state)
    return feedbacks == nil && effect.isNone ? work : perform(effect, for: &state, work)
  }

  /// Returns a step that passes each action to the middleware first.
  private static func step(
    _ step: @escaping Step,
    after middleware: [Middleware<State, Action>]
  ) -> Step {
    let first = middleware.reversed().reduce(step) { next, middleware in
      { core, action, work in
        middleware.handle(action, core.read) { _ = next(core, $0, work) }
        return work
      }
    }
    return { core, action, work in
      // One work for all actions that the middleware passes on.
      let all = work ?? StoreWork()
      _ = first(core, action, all)
      if work == nil { all.actionIsReduced() }
      return all
    }
  }

  override func reduce(_ action: AnyBox, _ work: StoreWork) {
    _ = step(self, action.assumed(of: Action.self).value, work)
  }

  override func text(of action: AnyBox) -> String {
    fullText(action.assumed(of: Action.self).value)
  }

  override func finishStates() { states.finish() }
}

// MARK: Sending

extension StoreCore {
  func send(_ action: Action) -> StoreTask {
    guard startReducing() else { return sendLater(action) }
    let work = step(self, action, nil)
    finishReducing()
    return StoreTask(work: work)
  }

  private func sendLater(_ action: Action) -> StoreTask {
    let work = StoreWork()
    enqueue(.action(Box(action), work, of: nil, isStale: { false }), links: 1)
    return StoreTask(work: work)
  }

  /// Sends an action, and calls a closure after its reduction, before the next entry of the queue.
  func send(_ action: Action, then body: @escaping @Sendable () -> Void) -> StoreTask {
    let work = StoreWork()
    enqueue(
      .job(work) {
        _ = self.step(self, action, work)
        body()
      }
    )
    return StoreTask(work: work)
  }

  /// Sends an action of an effect or a load, unless it is stale when it is reduced.
  func send(
    _ action: Action,
    _ work: StoreWork,
    of run: EffectRun? = nil,
    unless isStale: @escaping @Sendable () -> Bool
  ) -> StoreTask {
    if startReducing() {
      if isDue(of: run, isStale) { _ = step(self, action, work) }
      work.actionIsReduced()
      finishReducing()
    } else {
      enqueue(.action(Box(action), work, of: run, isStale: isStale))
    }
    return StoreTask(work: work)
  }
}

// MARK: Effects

extension StoreCore {
  /// Performs the effects of a reduced action, and runs the loads of the state after it.
  func perform(
    _ effect: Effect<Action>,
    for state: inout State,
    _ work: StoreWork?
  ) -> StoreWork? {
    var present = work
    if !effect.isNone { perform(effect, StoreWork.of(&present)) }
    follow(&state, effectsStart: !effect.isNone, &present)
    if work == nil { present?.actionIsReduced() }
    return present
  }

  /// Performs an effect that no reducer has returned, as a separate entry of the queue.
  func perform(_ effect: Effect<Action>) -> StoreTask {
    let work = StoreWork()
    enqueue(
      .job(work) {
        self.perform(effect, work)
        self.follow(effectsStart: true)
      }
    )
    return StoreTask(work: work)
  }

  private func perform(_ effect: Effect<Action>, _ work: StoreWork) {
    var groups = OverlapGroups()
    for part in effect.parts where groups.apply(part.overlaps, to: effects) {
      perform(part, work)
    }
  }

  private func perform(_ part: EffectPart<Action>, _ work: StoreWork) {
    switch part.kind {
    case .send(let action):
      start(part, work) { run, send in
        send(action)
        run.end()
      }
    case .run(let body):
      start(part, work) { run, send in
        let task = Task.startedImmediately { [weak self] in
          do {
            try await body(send)
            run.end()
          } catch {
            self?.finish(run, error)
          }
        }
        run.setCancellation(task.cancel)
      }
    case .subscribe(let subscribe):
      start(part, work) { run, send in
        let subscription = subscribe(send) { [weak self] in self?.finish(run, $0) }
        run.setCancellation(subscription.cancel)
      }
    case .attach(let update):
      for id in part.ids { attach(update, at: id, work) }
    case .report(let error): failures.accept(error)
    case .cancel: for id in part.ids { effects.cancel(id) }
    case .sweep(let missing): for scope in part.ids { effects.cancel(in: scope, missing) }
    }
  }

  private func start(
    _ part: EffectPart<Action>,
    _ work: StoreWork,
    _ body: (EffectRun, Send<Action>) -> Void
  ) {
    let run = EffectRun()
    effects.add(run, part.ids, in: part.scope)
    work.add(run)
    // It may be cancelled already, by a handle or by the end of the store.
    if !run.hasEnded { body(run, send(of: run, work)) }
  }

  private func send(of run: EffectRun, _ work: StoreWork) -> Send<Action> {
    Send(unless: { run.isCancelled }) { [weak self] action, isStale in
      guard let self else { return StoreTask(work: nil) }
      if run.hold() { return send(action, StoreWork(of: work), of: run, unless: isStale) }
      if !run.isCancelled { failures.accept(UnhandledAction(action: action)) }
      return StoreTask(work: nil)
    }
  }
}

// MARK: Loads in the state

extension StoreCore {
  /// Runs the loads and effects of the current state, outside the reduction of an action.
  func follow(effectsStart: Bool) {
    var (state, work) = (read(), StoreWork?.none)
    follow(&state, effectsStart: effectsStart, &work)
    work?.actionIsReduced()
  }

  /// Runs exactly the loads and effects that the state requires.
  ///
  /// See <doc:StoreContract#S11-Loads-in-the-state>.
  private func follow(_ state: inout State, effectsStart: Bool, _ work: inout StoreWork?) {
    if feedbacks == nil || effects.isClosed { return }
    let areRunning = effectsStart || effects.areRunning
    var attachmentIDs = Set<EffectID>()
    var node = feedbacks
    while let feedback = node {
      if let effect = feedback.makeEffect(for: &state, areRunning), !effect.isNone {
        attachmentIDs.formUnion(effect.attachmentIDs)
        perform(effect, StoreWork.of(&work))
      }
      runLoads(feedback, &state, &work)
      node = feedback.next
    }
    if effects.hasAttachments { effects.endAttachments(except: attachmentIDs) }
  }

  /// Runs the loads of a feedback; adds those that the last action requested to its work.
  private func runLoads(
    _ feedback: FeedbackList<State, Action>,
    _ state: inout State,
    _ work: inout StoreWork?
  ) {
    guard let followed = feedback.follow(&state, { sendOfLoads }) else { return }
    if followed.isNew { effects.add(followed.attachment, at: followed.id) }
    if effects.isClosed { followed.attachment.end() }
    followed.attachment.takeRequested { StoreWork.of(&work).add($0) }
  }

  /// Updates the attachment with an id; adds the loads that the last action requested to its work.
  private func attach(
    _ update: ((any EffectAttachment)?, Send<Action>) -> any EffectAttachment,
    at id: EffectID,
    _ work: StoreWork
  ) {
    if effects.isClosed { return }
    let attachment = update(effects.attachment(id), sendOfLoads)
    effects.attach(attachment, at: id)
    attachment.takeRequested { work.add($0) }
  }

  private var sendOfLoads: Send<Action> {
    Send<Action>(unless: { false }) { [weak self] action, isStale in
      self?.send(action, StoreWork(), unless: isStale) ?? StoreTask(work: nil)
    }
  }
}
