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
