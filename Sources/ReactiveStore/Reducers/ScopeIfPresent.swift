/// A reducer together with one of a part of its state that may not be there; made by `ifPresent`.
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

  /// Reduces the actions of the part, then those of the parent.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    let effect = reducePart(&state, action)
    return effect.merged(with: whole.reduce(into: &state, action))
  }

  private func reducePart(_ state: inout State, _ action: Action) -> Effect<Action> {
    guard let inner = self.action.extract(action) else { return .none }
    let effect = state[keyPath: path].change { part in
      let scope = EffectID(scope: path).holding(ElementID(of: part))
      return self.part.reduce(into: &part, inner).within(scope, self.action.embed)
    }
    return effect ?? .report(UnhandledAction(action))
  }

  /// Those of the parent, those of the part while it is there, and what ends its effects when it has
  /// gone (S6).
  public var feedbacks: [Feedback<State, Action>] {
    let inner = PartFeedbacks(part)
    let settling = Settling<State>(
      isSettled: { [path] in $0[keyPath: path].map(inner.areSettled) ?? true },
      settle: { [path] in _ = $0[keyPath: path].change(inner.settle) }
    )
    let feedback = Feedback<State, Action>(settling) { [path, action] state, areAtWork in
      guard areAtWork || !inner.isEmpty else { return .none }
      let (place, part) = (EffectID(scope: path), state[keyPath: path])
      let id = part.map { ElementID(of: $0) }
      var effect = areAtWork ? Effect<Action>.only(id, within: place) : .none
      if let part, let id {
        effect.add(inner.look(at: part, areAtWork).within(place.holding(id), action.embed))
      }
      return effect
    }
    return whole.feedbacks + [feedback]
  }
}

extension Reducer {
  /// Composes a reducer of a part of the state that may not be there.
  ///
  /// When the part becomes `nil`, its effects end; also when another one takes its place, if parts are
  /// `Identifiable` and it has another id (S6).
  ///
  /// - Parameters:
  ///   - state: The part.
  ///   - action: The case of the part's actions.
  ///   - part: The reducer of the part; it comes before this one, so that the last action of a part that
  ///     this one takes away still reaches it.
  /// - Returns: Both as one.
  public func ifPresent<PartState, PartAction, Part: Reducer<PartState, PartAction>>(
    _ state: any WritableKeyPath<State, PartState?> & Sendable,
    action: CasePath<Action, PartAction>,
    @ReducerBuilder<PartState, PartAction> part: () -> Part
  ) -> ScopeIfPresent<Self, Part> {
    ScopeIfPresent(whole: self, part: part(), path: state, action: action)
  }
}

extension Optional {
  /// Changes what is there, where it stands; `nil` if nothing is.
  mutating func change<R>(_ body: (inout Wrapped) -> R) -> R? {
    guard var value = take() else { return nil }
    defer { self = value }
    return body(&value)
  }
}
