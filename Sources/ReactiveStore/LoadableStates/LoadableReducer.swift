public import ReactiveLoadable

/// A reducer with a loadable feature, created by `loadable(state:action:…)`.
public struct LoadableReducer<
  Whole: Reducer,
  Request: Hashable & Sendable,
  Child: Reducer
>: Reducer {
  /// The state of the parent.
  public typealias State = Whole.State
  /// The actions of the parent.
  public typealias Action = Whole.Action
  typealias Case = CasePath<Action, LoadingAction<Request, Child.State, Child.Action>>
  typealias Load = @Sendable (Request, State, LoadReporter<Child.State>) async throws -> Child.State

  let whole: Whole
  let child: Child
  let part: StatePart<State, LoadableState<Request, Child.State>>
  let action: Case
  var policy: EmbeddedPolicy
  let childRequest: (@Sendable (Child.State) -> Request?)?
  let merge: (@Sendable (inout Child.State, Child.State) -> Void)?
  let load: Load

  /// Performs the actions of the child and its loads, then runs the parent's reducer on all.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    guard let inner = self.action.extract(action) else {
      return whole.reduce(into: &state, action)
    }
    let effect = reduce(&state, inner, action)
    return effect.merged(with: whole.reduce(into: &state, action))
  }

  private func reduce(
    _ state: inout State,
    _ inner: LoadingAction<Request, Child.State, Child.Action>,
    _ action: Action
  ) -> Effect<Action> {
    if case .loaded(let inner) = inner { return reduceChild(&state, inner, action) }
    part.access(&state) { part in
      let before = merge == nil && childRequest == nil ? nil : part.machine.confirmed
      part.reduce(inner)
      if let merge, let before { part.merge(before, merge) }
      if let childRequest, part.machine.confirmed?.number != before?.number {
        part.recordChildRequest(childRequest)
      }
    }
    return .none
  }

  private func reduceChild(
    _ state: inout State,
    _ inner: Child.Action,
    _ action: Action
  ) -> Effect<Action> {
    part.access(&state) { part in
      guard let effect = part.change({ child.reduce(into: &$0, inner) }) else {
        return .report(UnhandledAction(action: action))
      }
      if effect.isNone { return .none }
      return effect.within(scope(of: part.machine.shown?.request), embedChild)
    }
  }

  private func scope(of request: Request?) -> EffectID {
    EffectID(scope: part.path).appending(.child(of: request))
  }

  private var embedChild: @Sendable (Child.Action) -> Action {
    { [action] in action.embed(.loaded($0)) }
  }

  /// The feedbacks of the parent and of the visible child, and one that runs the load of the state.
  ///
  /// See <doc:StoreContract#S11-Loads-in-the-state>.
  public var feedbacks: [Feedback<State, Action>] {
    let inner = PartFeedbacks(child)
    let childReaction = StateReaction<State>(
      isApplied: { [part] in
        part.read(&$0) { $0.machine.shown }.map { inner.areApplied($0.value) } ?? true
      },
      apply: { [part] in
        part.access(&$0) { $0.machine.change(isEdit: false, seesEdits: false, inner.apply) }
      }
    )
    let childFeedback = Feedback<State, Action>(childReaction, isIdle: { inner.isEmpty }) {
      state,
      areRunning in
      let shown = part.read(&state) { $0.machine.shown }
      return inner.makeEffect(
        for: shown?.value,
        shown.map { .child(of: $0.request) },
        in: EffectID(scope: part.path),
        areRunning,
        embedChild
      )
    }
    return whole.feedbacks + [childFeedback, Feedback(policyReaction, loading: loads)]
  }

  /// The change that applies the policy and the request of the child, and saves the child.
  private var policyReaction: StateReaction<State> {
    StateReaction(
      isApplied: { [part, policy, childRequest] state in
        part.read(&state) {
          $0.machine.uses(policy) && !$0.machine.hasRecordOperations
            && childRequest.map($0.matchesChildRequest) ?? true
        }
      },
      apply: { [part, policy, childRequest] state in
        part.access(&state) { part in
          part.machine.apply(policy)
          policy.records?.perform(part.machine.takeRecordOperations())
          if let childRequest { part.loadChildRequest(childRequest) }
        }
      }
    )
  }

  private var loads: LoadFeedback<State, Action> {
    LoadFeedback(
      id: EffectID(part.path),
      version: { [part] in part.read(&$0) { $0.machine.version } },
      isLoading: { [part] in part.read(&$0) { $0.machine.isLoading } },
      attach: { [part, policy, action, load] send in
        let attachment = LoadAttachment(policy) { event, payload, performer in
          send.unless { !performer.expects(event, payload) }(
            action.embed(.received(event, payload))
          )
        }
        let restore = policy.records.map { _ in Self.restoring(action, send) }
        return LoadFollower(attachment) { state in
          if restore != nil, let end = part.read(&state, { $0.machine.restoredEnd }) {
            attachment.close(end)
          }
          guard let run = part.read(&state, { $0.machine.run }) else { return attachment.end() }
          attachment.follow(run.attempt) { [state] in
            var state = state
            guard let restore, part.read(&state, { $0.machine.readsRecord }) else { return nil }
            return policy.reading(run.anyRequest, restore: restore)
          } calling: { [state] in
            LoadCall(for: run.anyRequest) { report in try await load(run.request, state, report) }
          }
        }
      }
    )
  }

  /// Returns the function that sends the child of a record.
  private static func restoring(_ action: Case, _ send: Send<Action>) -> EmbeddedRecords.Restore {
    { event, payload, performer in
      send.unless { !performer.expects(event, payload) }(
        action.embed(.progressed(LoadEvent(event, payload)))
      ).reduction
    }
  }
}

extension ElementID {
  static func child<Request: Hashable & Sendable>(of request: Request?) -> Self {
    Self(ChildID(request: request))
  }
}

/// The identity of the child of one request; the child of another request has other effects.
private struct ChildID<Request: Hashable & Sendable>: Hashable, Sendable {
  let request: Request?
}

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

  /// Composes a loadable feature whose load function also reports progress and partial values.
  ///
  /// See <doc:StoreContract#S13-Load-functions>.
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

  /// Composes a loadable feature that needs no request.
  public func loadable<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    state: any WritableKeyPath<State, LoadableState<NoRequest, ChildState>> & Sendable,
    action: CasePath<Action, LoadingAction<NoRequest, ChildState, ChildAction>>,
    policy: LoadPolicy = LoadPolicy(),
    merge: (@Sendable (_ new: inout ChildState, _ shown: ChildState) -> Void)? = nil,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    load: @escaping @Sendable (State) async throws -> ChildState
  ) -> LoadableReducer<Self, NoRequest, Child> {
    loadable(state: state, action: action, policy: policy, merge: merge, child: child) { _, state in
      try await load(state)
    }
  }

  /// Composes a loadable value without actions.
  public func loadable<Request: Hashable & Sendable, Value: Sendable>(
    state: any WritableKeyPath<State, LoadableState<Request, Value>> & Sendable,
    action: CasePath<Action, LoadingAction<Request, Value, Never>>,
    policy: LoadPolicy = LoadPolicy(),
    load: @escaping @Sendable (Request, State) async throws -> Value
  ) -> LoadableReducer<Self, Request, EmptyReducer<Value, Never>> {
    loadable(state: state, action: action, policy: policy, child: { EmptyReducer() }, load: load)
  }

  /// Composes a loadable value without actions that needs no request.
  public func loadable<Value: Sendable>(
    state: any WritableKeyPath<State, LoadableState<NoRequest, Value>> & Sendable,
    action: CasePath<Action, LoadingAction<NoRequest, Value, Never>>,
    policy: LoadPolicy = LoadPolicy(),
    load: @escaping @Sendable (State) async throws -> Value
  ) -> LoadableReducer<Self, NoRequest, EmptyReducer<Value, Never>> {
    loadable(state: state, action: action, policy: policy) { _, state in try await load(state) }
  }
}
