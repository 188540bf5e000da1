public import ReactiveLoadable

/// A reducer together with values that are loaded by their keys; made by
/// ``Reducer/loadable(each:action:policy:load:)``.
public struct LoadableEachReducer<Whole: Reducer, Key: Hashable & Sendable, Value: Sendable>:
  Reducer
{
  /// The state of the parent.
  public typealias State = Whole.State
  /// The actions of the parent.
  public typealias Action = Whole.Action
  /// What happens to the value of a key.
  public typealias ElementAction = LoadingAction<Key, Value, Never>
  typealias Path = any WritableKeyPath<State, LoadableStates<Key, Value>> & Sendable

  let whole: Whole
  let path: Path
  let action: CasePath<Action, (Key, ElementAction)>
  let policy: LoadPolicy
  let load: @Sendable (Key, State) async throws -> Value

  /// Reduces the actions of the values, then those of the parent; then has done what the states say (F1).
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    let before = state[keyPath: path]
    if let (key, inner) = self.action.extract(action) {
      _ = state[keyPath: path][key].reduce(inner, by: policy) { _, _ in }
    }
    let effect = whole.reduce(into: &state, action)
    let touched = state[keyPath: path].takeTouched(since: before)
    return touched.reduce(effect) { effect, key in
      let wasLoading = before.all[key]?.machine.run != nil
      guard wasLoading || state[keyPath: path].all[key]?.machine.run != nil else { return effect }
      return effect.merged(with: follow(key, state))
    }
  }

  private func follow(_ key: Key, _ state: State) -> Effect<Action> {
    let run = state[keyPath: path].all[key]?.machine.run
    return .following(run, at: EffectID(key).within(path), policy, in: state, load) { [action] in
      action.embed((key, .heard($0)))
    }
  }
}

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
  ///     (F3).
  /// - Returns: Both as one.
  public func loadable<Key: Hashable & Sendable, Value: Sendable>(
    each state: any WritableKeyPath<State, LoadableStates<Key, Value>> & Sendable,
    action: CasePath<Action, (Key, LoadingAction<Key, Value, Never>)>,
    policy: LoadPolicy = LoadPolicy(),
    load: @escaping @Sendable (Key, State) async throws -> Value
  ) -> LoadableEachReducer<Self, Key, Value> {
    LoadableEachReducer(whole: self, path: state, action: action, policy: policy, load: load)
  }
}
