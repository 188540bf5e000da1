import ReactiveLoadable

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
  typealias Path = any WritableKeyPath<State, LoadableState<Request, Child.State>> & Sendable
  typealias Case = CasePath<Action, LoadingAction<Request, Child.State, Child.Action>>
  let whole: Whole
  let child: Child
  let path: Path
  let action: Case
  let policy: LoadPolicy
  let wish: (@Sendable (Child.State) -> Request?)?
  let merge: (@Sendable (inout Child.State, Child.State) -> Void)?
  let load: LoadAttachment<Request, State, Child.State>.Load

  /// Performs the actions of the child and its loads, then runs the parent's reducer on all.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    let effect = self.action.extract(action).map { reduce(&state, $0, action) } ?? .none
    return effect.merged(with: whole.reduce(into: &state, action))
  }

  private func reduce(
    _ state: inout State,
    _ inner: LoadingAction<Request, Child.State, Child.Action>,
    _ action: Action
  ) -> Effect<Action> {
    let before = merge == nil && wish == nil ? nil : state[keyPath: path].machine.shown
    let reaction = state[keyPath: path].reduce(inner) { child.reduce(into: &$0, $1) }
    switch reaction {
    case .ofLoading:
      if let merge, let before { state[keyPath: path].merge(before, merge) }
      if let wish, state[keyPath: path].machine.shown?.number != before?.number {
        state[keyPath: path].noteWish(wish)
      }
      return .none
    case .unhandled: return .report(UnhandledAction(action))
    case .ofChild(let effect):
      return effect.within(scope(of: state[keyPath: path].machine.shown?.request), embedChild)
    }
  }

  /// Returns the scope of the effects of the child of a request.
  private func scope(of request: Request?) -> EffectID {
    EffectID(scope: path).holding(.child(of: request))
  }

  private var embedChild: @Sendable (Child.Action) -> Action {
    { [action] in action.embed(.loaded($0)) }
  }

  /// The feedbacks of the parent and of the visible child, and one that runs the load of the state.
  ///
  /// See <doc:StoreContract#S11-Loads-in-the-state>.
  public var feedbacks: [Feedback<State, Action>] {
    let inner = PartFeedbacks(child)
    let ofLoad = Feedback<State, Action>(loadingAt: EffectID(path), goingByPolicy) { state, _ in
      keep(state)
    }
    let settlingChild = Settling<State>(
      isSettled: { [path] in
        $0[keyPath: path].machine.shown.map { inner.areSettled($0.value) } ?? true
      },
      settle: { [path] in $0[keyPath: path].change(inner.settle) }
    )
    let ofChild = Feedback<State, Action>(settlingChild) { state, areAtWork in
      guard areAtWork || !inner.isEmpty else { return .none }
      return look(at: state[keyPath: path].machine.shown, inner, areAtWork)
    }
    return whole.feedbacks + [ofChild, ofLoad]
  }

  /// The change that applies the policy and the request of the child.
  private var goingByPolicy: Settling<State> {
    Settling(
      isSettled: { [path, policy, wish] in
        let state = $0[keyPath: path]
        return state.machine.obeys(policy) && wish.map(state.isAsWished) ?? true
      },
      settle: { [path, policy, wish] in
        $0[keyPath: path].machine.obey(policy)
        if let wish { $0[keyPath: path].obeyWish(wish) }
      }
    )
  }

  private func look(
    at shown: (value: Child.State, request: Request?, number: UInt)?,
    _ inner: PartFeedbacks<Child>,
    _ areAtWork: Bool
  ) -> Effect<Action> {
    let effect = shown.map {
      inner.look(at: $0.value, areAtWork).within(scope(of: $0.request), embedChild)
    }
    guard areAtWork else { return effect ?? .none }
    let sweep = Effect<Action>.only(
      shown.map { .child(of: $0.request) },
      within: EffectID(scope: path)
    )
    return (effect ?? .none).merged(with: sweep)
  }

  private func keep(_ state: State) -> Effect<Action> {
    guard let run = state[keyPath: path].machine.run else { return .none }
    let attaching = EffectPart<Action>.attaching(at: EffectID(path)) { [state] attachment, send in
      let attachment =
        attachment
        ?? LoadAttachment(policy, load) { [action] news, isStale in
          send.unless(isStale)(action.embed(.heard(news)))
        }
      attachment.follow(run, asking: state)
      return attachment
    }
    return Effect([attaching])
  }
}

extension ElementID {
  /// The id of the child of a request.
  static func child<Request: Hashable & Sendable>(of request: Request?) -> Self {
    Self(ChildID(request))
  }
}

/// The identity of the child of one request; the child of another request has other effects.
private struct ChildID<Request: Hashable & Sendable>: Hashable, Sendable {
  private let request: Request?

  init(_ request: Request?) { self.request = request }
}
