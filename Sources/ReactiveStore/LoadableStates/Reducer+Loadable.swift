public import ReactiveLoadable

extension Reducer {
  /// Composes a loadable feature.
  ///
  /// By the default policy the child of another request is removed when a load starts. With
  /// `previous: .always` it stays visible. See <doc:StoreContract#S13-Load-functions> and
  /// <doc:StoreContract#S15-Requests>.
  ///
  /// - Parameters:
  ///   - state: The key path of the feature's state.
  ///   - action: The case of the feature's actions.
  ///   - policy: The policy of the loads, as for a `Loader`.
  ///   - request: Returns the request of the child, which is loaded when it changes; by default the
  ///     child has none.
  ///   - merge: Copies parts of the replaced child into a new child of the same request, such as
  ///     changes by the user. Nothing is copied by default.
  ///   - child: The reducer of the child.
  ///   - load: Loads the child for a request, given the state of the parent after the action.
  /// - Returns: The composed reducer.
  public func loadable<
    Request: Hashable & Sendable,
    ChildState,
    ChildAction,
    Child: Reducer<ChildState, ChildAction>
  >(
    state: any WritableKeyPath<State, LoadableState<Request, ChildState>> & Sendable,
    action: CasePath<Action, LoadingAction<Request, ChildState, ChildAction>>,
    policy: LoadPolicy = LoadPolicy(),
    request: (@Sendable (ChildState) -> Request?)? = nil,
    merge: (@Sendable (_ new: inout ChildState, _ shown: ChildState) -> Void)? = nil,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    load: @escaping @Sendable (Request, State) async throws -> ChildState
  ) -> LoadableReducer<Self, Request, Child> {
    loadable(
      state: state,
      action: action,
      policy: policy,
      request: request,
      merge: merge,
      child: child
    ) { request, state, _ in
      try await load(request, state)
    }
  }

  /// Composes a loadable feature whose loads report progress and partial values.
  ///
  /// By the default policy the child of another request is removed when a load starts. With
  /// `previous: .always` it stays visible. See <doc:StoreContract#S13-Load-functions> and
  /// <doc:StoreContract#S15-Requests>.
  ///
  /// - Parameters:
  ///   - state: The key path of the feature's state.
  ///   - action: The case of the feature's actions.
  ///   - policy: The policy of the loads, as for a `Loader`.
  ///   - request: Returns the request of the child, which is loaded when it changes; by default the
  ///     child has none.
  ///   - merge: Copies parts of the replaced child into a new child of the same request, such as
  ///     changes by the user. Nothing is copied by default.
  ///   - child: The reducer of the child.
  ///   - load: Loads the child for a request, given the state of the parent after the action and a
  ///     reporter of progress and partial values.
  /// - Returns: The composed reducer.
  public func loadable<
    Request: Hashable & Sendable,
    ChildState,
    ChildAction,
    Child: Reducer<ChildState, ChildAction>
  >(
    state: any WritableKeyPath<State, LoadableState<Request, ChildState>> & Sendable,
    action: CasePath<Action, LoadingAction<Request, ChildState, ChildAction>>,
    policy: LoadPolicy = LoadPolicy(),
    request: (@Sendable (ChildState) -> Request?)? = nil,
    merge: (@Sendable (_ new: inout ChildState, _ shown: ChildState) -> Void)? = nil,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    load: @escaping @Sendable (Request, State, LoadReporter<ChildState>) async throws -> ChildState
  ) -> LoadableReducer<Self, Request, Child> {
    LoadableReducer(
      whole: self,
      child: child(),
      part: StatePart(state),
      action: action,
      policy: EmbeddedPolicy(policy),
      childRequest: request,
      merge: merge,
      load: load
    )
  }

  /// Composes a loadable value without actions.
  ///
  /// See <doc:StoreContract#S13-Load-functions>.
  ///
  /// - Parameters:
  ///   - state: The key path of the value's state.
  ///   - action: The case of its loading actions.
  ///   - policy: The policy of the loads, as for a `Loader`.
  ///   - load: Loads the value for a request, given the state of the parent after the action.
  /// - Returns: The composed reducer.
  public func loadable<Request: Hashable & Sendable, Value: Sendable>(
    state: any WritableKeyPath<State, LoadableState<Request, Value>> & Sendable,
    action: CasePath<Action, LoadingAction<Request, Value, Never>>,
    policy: LoadPolicy = LoadPolicy(),
    load: @escaping @Sendable (Request, State) async throws -> Value
  ) -> LoadableReducer<Self, Request, EmptyReducer<Value, Never>> {
    loadable(state: state, action: action, policy: policy, child: { EmptyReducer() }, load: load)
  }

  /// Composes a loadable value without actions that needs no request.
  ///
  /// See <doc:StoreContract#S13-Load-functions>.
  ///
  /// - Parameters:
  ///   - state: The key path of the value's state.
  ///   - action: The case of its loading actions.
  ///   - policy: The policy of the loads, as for a `Loader`.
  ///   - load: Loads the value, given the state of the parent after the action.
  /// - Returns: The composed reducer.
  public func loadable<Value: Sendable>(
    state: any WritableKeyPath<State, LoadableState<NoRequest, Value>> & Sendable,
    action: CasePath<Action, LoadingAction<NoRequest, Value, Never>>,
    policy: LoadPolicy = LoadPolicy(),
    load: @escaping @Sendable (State) async throws -> Value
  ) -> LoadableReducer<Self, NoRequest, EmptyReducer<Value, Never>> {
    loadable(state: state, action: action, policy: policy) { _, state in try await load(state) }
  }
}

// MARK: By keys

extension Reducer {
  /// Composes values that are loaded by their keys.
  ///
  /// ```swift
  /// .loadable(each: \.details, action: .detail) { id, movies in try await api.movie(id) }
  /// ```
  ///
  /// See <doc:StoreContract#S13-Load-functions>.
  ///
  /// - Parameters:
  ///   - state: The key path of the keyed states.
  ///   - action: The case of their actions, with the key.
  ///   - policy: The policy of each load, as for a `Loader`.
  ///   - load: Loads the value of a key, given the state of the parent after the action.
  /// - Returns: The composed reducer.
  public func loadable<Key: Hashable & Sendable, Value: Sendable>(
    each state: any WritableKeyPath<State, LoadableStates<Key, Value>> & Sendable,
    action: CasePath<Action, (Key, LoadingAction<NoRequest, Value, Never>)>,
    policy: LoadPolicy = LoadPolicy(),
    load: @escaping @Sendable (Key, State) async throws -> Value
  ) -> LoadableEachReducer<Self, Key, Value> {
    loadable(each: state, action: action, policy: policy) { key, state, _ in
      try await load(key, state)
    }
  }

  /// Composes values that are loaded by their keys and report progress and partial values.
  ///
  /// See <doc:StoreContract#S13-Load-functions>.
  ///
  /// - Parameters:
  ///   - state: The key path of the keyed states.
  ///   - action: The case of their actions, with the key.
  ///   - policy: The policy of each load, as for a `Loader`.
  ///   - load: Loads the value of a key, given the state of the parent after the action and a
  ///     reporter of progress and partial values.
  /// - Returns: The composed reducer.
  public func loadable<Key: Hashable & Sendable, Value: Sendable>(
    each state: any WritableKeyPath<State, LoadableStates<Key, Value>> & Sendable,
    action: CasePath<Action, (Key, LoadingAction<NoRequest, Value, Never>)>,
    policy: LoadPolicy = LoadPolicy(),
    load: @escaping @Sendable (Key, State, LoadReporter<Value>) async throws -> Value
  ) -> LoadableEachReducer<Self, Key, Value> {
    LoadableEachReducer(
      whole: self,
      part: StatePart(state),
      action: action,
      policy: EmbeddedPolicy(policy),
      load: load
    )
  }
}
