import HashTreeCollections
public import ReactiveLoadable

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

  let whole: Whole
  let part: StatePart<State, LoadableStates<Key, Value>>
  let action: CasePath<Action, (Key, ElementAction)>
  var policy: EmbeddedPolicy
  let load: LoadsAttachment<Key, State, Value>.Load

  /// Performs the actions of the values, then runs the parent's reducer on all actions.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    if let (key, inner) = self.action.extract(action) {
      part.access(&state) { $0.perform(inner, at: key) }
    }
    return whole.reduce(into: &state, action)
  }

  /// The feedbacks of the parent, and one that runs the loads of the states.
  ///
  /// See <doc:StoreContract#S11-Loads-in-the-state>.
  public var feedbacks: [Feedback<State, Action>] {
    let reaction = StateReaction<State>(
      isApplied: { [part, policy] in
        part.read(&$0) { $0.policy === policy && !$0.hasRecordOperations }
      },
      apply: { [part, policy] in
        part.access(&$0) { part in
          part.policy = policy
          policy.records?.perform(part.takeRecordOperations())
        }
      }
    )
    return whole.feedbacks + [Feedback(reaction, loading: loads)]
  }

  private var loads: LoadFeedback<State, Action> {
    LoadFeedback(
      id: EffectID(part.path),
      // New states without the policy have the version of other new states, which have it.
      version: { [part, policy] in part.read(&$0) { $0.policy === policy ? $0.version : nil } },
      isLoading: { [part] in part.read(&$0) { $0.isLoading } },
      attach: { [part, policy, action, load] send in
        let loads = LoadsAttachment<Key, State, Value>(policy, load) {
          key,
          event,
          payload,
          isStale in
          send.unless(isStale)(action.embed((key, .received(event, payload))))
        } restore: { key in
          { event, payload, performer in
            send.unless { !performer.expects(event, payload) }(
              action.embed((key, .progressed(LoadEvent(event, payload))))
            ).reduction
          }
        }
        return LoadFollower(loads) { state in
          loads.follow(part.read(&state) { $0 }, in: state)
        }
      }
    )
  }
}

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
