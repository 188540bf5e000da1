import HashTreeCollections
import ReactiveLoadable

/// A reducer with values that are loaded by their keys, created by `loadable(each:…)`.
public struct LoadableEachReducer<Whole: Reducer, Key: Hashable & Sendable, Value: Sendable>:
  Reducer
{
  /// The state of the parent.
  public typealias State = Whole.State
  /// The actions of the parent.
  public typealias Action = Whole.Action
  /// The actions of the value of a key.
  public typealias ElementAction = LoadingAction<NoRequest, Value, Never>
  typealias Path = any WritableKeyPath<State, LoadableStates<Key, Value>> & Sendable

  let whole: Whole
  let path: Path
  let action: CasePath<Action, (Key, ElementAction)>
  let policy: SharedPolicy
  let load: LoadsAttachment<Key, State, Value>.Load

  /// Performs the actions of the values, then runs the parent's reducer on all actions.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    if let (key, inner) = self.action.extract(action) {
      _ = state[keyPath: path][key].reduce(inner) { _, _ in }
    }
    return whole.reduce(into: &state, action)
  }

  /// The feedbacks of the parent, and one that runs the loads of the states.
  ///
  /// See <doc:StoreContract#S11-Loads-in-the-state>.
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
