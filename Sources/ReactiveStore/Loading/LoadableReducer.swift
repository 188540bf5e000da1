public import ReactiveLoadable

/// A reducer together with a feature that has to be loaded first; made by ``Reducer/loadable(state:action:policy:child:load:)``.
public struct LoadableReducer<
  Whole: Reducer,
  Request: Hashable & Sendable,
  Child: Reducer
>: Reducer {
  /// The state of the parent.
  public typealias State = Whole.State
  /// The actions of the parent.
  public typealias Action = Whole.Action
  typealias Path = any WritableKeyPath<State, LoadableState<Request, Child.State>> & Sendable
  typealias Case = CasePath<Action, LoadingAction<Request, Child.State, Child.Action>>
  typealias Attachment = LoadAttachment<Request, State, Child.State>
  typealias Load = @Sendable (Attachment.Question, LoadReporter<Child.State>) async throws(LoadError)
    -> Child.State

  let whole: Whole
  let child: Child
  let path: Path
  let action: Case
  let policy: LoadPolicy
  let wish: @Sendable (Child.State) -> Request?
  let load: Load

  /// Reduces the actions of the child and of its loading, then those of the parent; then has done what the
  /// state says (F1).
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    let wasLoading = state[keyPath: path].machine.run != nil
    state[keyPath: path].machine.obey(policy)
    let before = state[keyPath: path].latest.flatMap(wish)
    let inner = self.action.extract(action)
    let effect = inner.map { reduceLoading(&state, $0, action) } ?? .none
    let all = effect.merged(with: whole.reduce(into: &state, action))
    obeyWish(before, &state)
    guard wasLoading || state[keyPath: path].machine.run != nil else { return all }
    return all.merged(with: follow(state))
  }

  private func reduceLoading(
    _ state: inout State,
    _ inner: LoadingAction<Request, Child.State, Child.Action>,
    _ action: Action
  ) -> Effect<Action> {
    switch inner {
    case .load(let request): state[keyPath: path].load(request)
    case .loadIfNeeded(let request): state[keyPath: path].loadIfNeeded(request)
    case .refresh: state[keyPath: path].refresh()
    case .retry: state[keyPath: path].retry()
    case .cancel: state[keyPath: path].cancel()
    case .reset: state[keyPath: path].reset()
    case .finished(let answer): state[keyPath: path].machine.hear(answer.news)
    case .progressed(let step): state[keyPath: path].machine.hear(step.news)
    case .loaded(let childAction): return reduceChild(&state, childAction, action)
    }
    return .none
  }

  private func reduceChild(
    _ state: inout State,
    _ childAction: Child.Action,
    _ action: Action
  ) -> Effect<Action> {
    let effect = state[keyPath: path].change { child.reduce(into: &$0, childAction) }
    guard let effect else { return .report(UnhandledAction(action)) }
    let path = path
    let ofChild = self.action.appending(
      CasePath(LoadingAction.loaded) { if case .loaded(let action) = $0 { action } else { nil } }
    )
    return effect.of(ofChild, within: path)
  }

  /// What the child wishes is loaded when that has changed (F5).
  private func obeyWish(_ before: Request?, _ state: inout State) {
    guard let now = state[keyPath: path].latest.flatMap(wish), now != before,
      now != state[keyPath: path].request
    else { return }
    state[keyPath: path].load(now)
  }

  private func follow(_ state: State) -> Effect<Action> {
    let run = state[keyPath: path].machine.run
    let part = EffectPart<Action>(
      .attach { [action, policy, load] existing, send in
        let there = existing as? Attachment
        let attachment = there ?? run.map { _ in Attachment(policy, load, Self.tell(send, action)) }
        attachment?.follow(run, asking: state)
        return run == nil ? nil : attachment
      },
      ids: [EffectID(path)]
    )
    return Effect([part])
  }

  private static func tell(
    _ send: Send<Action>,
    _ action: Case
  ) -> @Sendable (Attachment.News, @escaping @Sendable () -> Bool) -> Void {
    { news, isStale in
      let inner: LoadingAction<Request, Child.State, Child.Action> =
        news.isEnd ? .finished(LoadAnswer(news: news)) : .progressed(LoadStep(news: news))
      send.unless(isStale)(action.embed(inner))
    }
  }
}

// MARK: Making

extension Reducer {
  /// Composes a feature that has to be loaded first.
  ///
  /// - Parameters:
  ///   - state: The feature's state.
  ///   - action: The case of the feature's actions.
  ///   - policy: How it is loaded, as for a `Loader`.
  ///   - request: What the child wishes to show; when that changes, it is loaded. No wish by default.
  ///   - child: The reducer of what is loaded.
  ///   - load: Brings the child for a request; it is given the state of the parent as the action has left
  ///     it (F3).
  /// - Returns: Both as one.
  public func loadable<
    Request: Hashable & Sendable,
    ChildState,
    ChildAction,
    Child: Reducer<ChildState, ChildAction>
  >(
    state: any WritableKeyPath<State, LoadableState<Request, ChildState>> & Sendable,
    action: CasePath<Action, LoadingAction<Request, ChildState, ChildAction>>,
    policy: LoadPolicy = LoadPolicy(),
    request: @escaping @Sendable (ChildState) -> Request? = { _ in nil },
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    load: @escaping @Sendable (Request, State) async throws -> ChildState
  ) -> LoadableReducer<Self, Request, Child> {
    LoadableReducer(
      whole: self,
      child: child(),
      path: state,
      action: action,
      policy: policy,
      wish: request
    ) { question, _ async throws(LoadError) -> ChildState in
      do { return try await load(question.request, question.state) } catch { throw LoadError(error) }
    }
  }

  /// Composes a value that has to be loaded first, and has no actions of its own.
  ///
  /// - Parameters:
  ///   - state: The value's state.
  ///   - action: The case of its actions.
  ///   - policy: How it is loaded, as for a `Loader`.
  ///   - load: Brings the value for a request; it is given the state of the parent as the action has left
  ///     it (F3).
  /// - Returns: Both as one.
  public func loadable<Request: Hashable & Sendable, Value: Sendable>(
    state: any WritableKeyPath<State, LoadableState<Request, Value>> & Sendable,
    action: CasePath<Action, LoadingAction<Request, Value, Never>>,
    policy: LoadPolicy = LoadPolicy(),
    load: @escaping @Sendable (Request, State) async throws -> Value
  ) -> LoadableReducer<Self, Request, EmptyReducer<Value, Never>> {
    loadable(state: state, action: action, policy: policy, child: { EmptyReducer() }, load: load)
  }

  /// Composes the one value that has to be loaded first, which needs no request.
  ///
  /// - Parameters:
  ///   - state: The value's state.
  ///   - action: The case of its actions.
  ///   - policy: How it is loaded, as for a `Loader`.
  ///   - load: Brings the value; it is given the state of the parent as the action has left it (F3).
  /// - Returns: Both as one.
  public func loadable<Value: Sendable>(
    state: any WritableKeyPath<State, LoadableState<NoRequest, Value>> & Sendable,
    action: CasePath<Action, LoadingAction<NoRequest, Value, Never>>,
    policy: LoadPolicy = LoadPolicy(),
    load: @escaping @Sendable (State) async throws -> Value
  ) -> LoadableReducer<Self, NoRequest, EmptyReducer<Value, Never>> {
    loadable(state: state, action: action, policy: policy) { _, state in try await load(state) }
  }
}
