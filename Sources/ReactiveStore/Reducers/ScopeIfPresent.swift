/// A reducer that also runs a reducer for an optional part of its state, created by `ifPresent`.
public struct ScopeIfPresent<Whole: Reducer, Part: Reducer>: Reducer {
  /// The state of the parent.
  public typealias State = Whole.State
  /// The actions of the parent.
  public typealias Action = Whole.Action
  typealias Path = any WritableKeyPath<State, Part.State?> & Sendable

  let whole: Whole
  let part: Part
  let path: Path
  let action: CasePath<Action, Part.Action>

  /// Runs the part's reducer on its actions, then the parent's reducer on all actions.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    let effect = reducePart(&state, action)
    return effect.merged(with: whole.reduce(into: &state, action))
  }

  private func reducePart(_ state: inout State, _ action: Action) -> Effect<Action> {
    guard let inner = self.action.extract(action) else { return .none }
    let effect = state[keyPath: path].change { part in
      let scope = EffectID(scope: path).appending(ElementID(of: part))
      return self.part.reduce(into: &part, inner).within(scope, self.action.embed)
    }
    return effect ?? .report(UnhandledAction(action: action))
  }

  /// The feedbacks of the parent and of the part; effects of a removed part are cancelled.
  ///
  /// See <doc:StoreContract#S6-Effect-ids>.
  public var feedbacks: [Feedback<State, Action>] {
    let inner = PartFeedbacks(part)
    let reaction = StateReaction<State>(
      isApplied: { [path] in $0[keyPath: path].map(inner.areApplied) ?? true },
      apply: { [path] in _ = $0[keyPath: path].change(inner.apply) }
    )
    let feedback = Feedback<State, Action>(reaction, isIdle: { inner.isEmpty }) {
      [path, action] state, areRunning in
      let part = state[keyPath: path]
      return inner.makeEffect(
        for: part,
        part.map { ElementID(of: $0) },
        in: EffectID(scope: path),
        areRunning,
        action.embed
      )
    }
    return whole.feedbacks + [feedback]
  }
}

extension Reducer {
  /// Composes a reducer for an optional part of the state.
  ///
  /// The effects of the part are cancelled when it becomes `nil`, or when it is replaced by an
  /// `Identifiable` part with another id. See <doc:StoreContract#S6-Effect-ids>.
  ///
  /// - Parameters:
  ///   - state: The key path of the part.
  ///   - action: The case of the part's actions.
  ///   - part: The reducer of the part. It runs before this one, so that the part still reduces the
  ///     action by which this one removes it.
  /// - Returns: The composed reducer.
  public func ifPresent<PartState, PartAction, Part: Reducer<PartState, PartAction>>(
    _ state: any WritableKeyPath<State, PartState?> & Sendable,
    action: CasePath<Action, PartAction>,
    @ReducerBuilder<PartState, PartAction> part: () -> Part
  ) -> ScopeIfPresent<Self, Part> {
    ScopeIfPresent(whole: self, part: part(), path: state, action: action)
  }
}

extension Optional {
  /// Changes the wrapped value in place; `nil` if there is no value.
  mutating func change<R>(_ body: (inout Wrapped) -> R) -> R? {
    guard var value = take() else { return nil }
    defer { self = value }
    return body(&value)
  }
}
