import HashTreeCollections
import ReactiveLoadable

/// A reducer together with values that are loaded by their keys; made by `loadable(each:…)`.
public struct LoadableEachReducer<Whole: Reducer, Key: Hashable & Sendable, Value: Sendable>:
  Reducer
{
  /// The state of the parent.
  public typealias State = Whole.State
  /// The actions of the parent.
  public typealias Action = Whole.Action
  /// What happens to the value of a key.
  public typealias ElementAction = LoadingAction<NoRequest, Value, Never>
  typealias Path = any WritableKeyPath<State, LoadableStates<Key, Value>> & Sendable

  let whole: Whole
  let path: Path
  let action: CasePath<Action, (Key, ElementAction)>
  let policy: SharedPolicy
  let load: LoadsAttachment<Key, State, Value>.Load

  /// Reduces the actions of the values, then those of the parent.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    if let (key, inner) = self.action.extract(action) {
      _ = state[keyPath: path][key].reduce(inner) { _, _ in }
    }
    return whole.reduce(into: &state, action)
  }

  /// Those of the parent, and what has the loads at work that the states say (S11).
  public var feedbacks: [Feedback<State, Action>] {
    let settling = Settling<State>(
      isSettled: { [path, policy] in $0[keyPath: path].policy === policy },
      settle: { [path, policy] in $0[keyPath: path].policy = policy }
    )
    return whole.feedbacks + [
      Feedback(loadingAt: EffectID(path), settling) { state, _ in keep(state) }
    ]
  }

  private func keep(_ state: State) -> Effect<Action> {
    let states = state[keyPath: path]
    guard !states.loading.isEmpty else { return .none }
    let attaching = EffectPart<Action>.attaching(at: EffectID(path)) { [state] attachment, send in
      let loads =
        attachment
        ?? LoadsAttachment(policy.policy, load) { [action] key, news, isStale in
          send.unless(isStale)(action.embed((key, .heard(news))))
        }
      loads.follow(states, asking: state)
      return loads
    }
    return Effect([attaching])
  }
}
