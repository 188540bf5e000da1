public import ReactiveLoadable

/// A reducer together with a feature that has to be loaded first; made by ``Reducer/loadable(state:action:policy:request:child:load:)``.
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
  let whole: Whole
  let child: Child
  let path: Path
  let action: Case
  let policy: LoadPolicy
  let wish: @Sendable (Child.State) -> Request?
  let load: @Sendable (Request, State) async throws -> Child.State

  /// Reduces the actions of the child and of its loading, then those of the parent; then has done what the
  /// state says (F1).
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    let wasLoading = state[keyPath: path].machine.run != nil
    let before = state[keyPath: path].latest.flatMap(wish)
    let effect = self.action.extract(action).map { reduce(&state, $0, action) } ?? .none
    let all = effect.merged(with: whole.reduce(into: &state, action))
    obeyWish(before, &state)
    guard wasLoading || state[keyPath: path].machine.run != nil else { return all }
    return all.merged(with: follow(state))
  }

  private func reduce(
    _ state: inout State,
    _ inner: LoadingAction<Request, Child.State, Child.Action>,
    _ action: Action
  ) -> Effect<Action> {
    let reaction = state[keyPath: path].reduce(inner, by: policy) { child.reduce(into: &$0, $1) }
    switch reaction {
    case .ofLoading: return .none
    case .unhandled: return .report(UnhandledAction(action))
    case .ofChild(let effect): return effect.of(self.action.appending(.loadedCase()), within: path)
    }
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
    return .following(run, at: EffectID(path), policy, in: state, load) { [action] in
      action.embed(.heard($0))
    }
  }
}

extension CasePath {
  /// The actions of the child that is loaded.
  fileprivate static func loadedCase<Request, Child>() -> Self
  where Root == LoadingAction<Request, Child, Value> {
    Self(LoadingAction.loaded) { if case .loaded(let action) = $0 { action } else { nil } }
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
      wish: request,
      load: load
    )
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
