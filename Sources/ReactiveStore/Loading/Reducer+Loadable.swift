public import ReactiveLoadable

extension Reducer {
  /// Composes a feature that has to be loaded first.
  ///
  /// - Parameters:
  ///   - state: The feature's state.
  ///   - action: The case of the feature's actions.
  ///   - policy: How it is loaded, as for a `Loader`.
  ///   - request: What the child wishes to show; when that changes, it is loaded. No wish by default. By the
  ///     default policy the child goes when another thing is loaded; `previous: .always` keeps it.
  ///   - merge: Takes over into a child that has come what is to stay of the one that shows, if both answer
  ///     the same request: what the user has done meanwhile. Nothing by default (S14).
  ///   - child: The reducer of what is loaded.
  ///   - load: Brings the child for a request; it is given the state of the parent as the action has left
  ///     it (S13).
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

  /// Composes a feature that has to be loaded first, and tells how that goes on.
  ///
  /// - Parameters:
  ///   - state: The feature's state.
  ///   - action: The case of the feature's actions.
  ///   - policy: How it is loaded, as for a `Loader`.
  ///   - request: What the child wishes to show; when that changes, it is loaded. No wish by default. By the
  ///     default policy the child goes when another thing is loaded; `previous: .always` keeps it.
  ///   - merge: Takes over into a child that has come what is to stay of the one that shows, if both answer
  ///     the same request: what the user has done meanwhile. Nothing by default (S14).
  ///   - child: The reducer of what is loaded.
  ///   - load: Brings the child for a request; it is given the state of the parent as the action has left
  ///     it (S13), and what tells progress and a child so far.
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
    request: (@Sendable (ChildState) -> Request?)? = nil,
    merge: (@Sendable (_ new: inout ChildState, _ shown: ChildState) -> Void)? = nil,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    load: @escaping @Sendable (Request, State, LoadReporter<ChildState>) async throws -> ChildState
  ) -> LoadableReducer<Self, Request, Child> {
    LoadableReducer(
      whole: self,
      child: child(),
      path: state,
      action: action,
      policy: policy,
      wish: request,
      merge: merge,
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
  ///     it (S13).
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
  ///   - load: Brings the value; it is given the state of the parent as the action has left it (S13).
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

// MARK: By keys

extension Reducer {
  /// Composes values that are loaded by their keys.
  ///
  /// ```swift
  /// .loadable(each: \.details, action: .detail) { id, movies in try await api.movie(id) }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The states of the values.
  ///   - action: The case of their actions, with the key.
  ///   - policy: How each is loaded, as for a `Loader`.
  ///   - load: Brings the value of a key; it is given the state of the parent as the action has left it
  ///     (S13).
  /// - Returns: Both as one.
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

  /// Composes values that are loaded by their keys, and tells how that goes on.
  ///
  /// - Parameters:
  ///   - state: The states of the values.
  ///   - action: The case of their actions, with the key.
  ///   - policy: How each is loaded, as for a `Loader`.
  ///   - load: Brings the value of a key; it is given the state of the parent as the action has left it
  ///     (S13), and what tells progress and a value so far.
  /// - Returns: Both as one.
  public func loadable<Key: Hashable & Sendable, Value: Sendable>(
    each state: any WritableKeyPath<State, LoadableStates<Key, Value>> & Sendable,
    action: CasePath<Action, (Key, LoadingAction<NoRequest, Value, Never>)>,
    policy: LoadPolicy = LoadPolicy(),
    load: @escaping @Sendable (Key, State, LoadReporter<Value>) async throws -> Value
  ) -> LoadableEachReducer<Self, Key, Value> {
    LoadableEachReducer(
      whole: self,
      path: state,
      action: action,
      policy: SharedPolicy(policy),
      load: load
    )
  }
}
