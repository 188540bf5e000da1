public import ReactiveLoadable

/// A reducer with a mutation, created by `mutation(state:action:…)`.
public struct MutationReducer<Whole: Reducer, Input: Sendable, Output: Sendable>: Reducer {
  /// The state of the parent.
  public typealias State = Whole.State
  /// The actions of the parent.
  public typealias Action = Whole.Action

  let whole: Whole
  let part: StatePart<State, MutationState<Input, Output>>
  let action: CasePath<Action, MutationAction<Input, Output>>
  let policy: EmbeddedMutationPolicy
  let targets: [StateTarget<State, Input, Output>]
  let write: @Sendable (Input, State) async throws -> Output

  /// Performs the actions of the mutation and edits its targets, then runs the parent's reducer on
  /// all actions.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    if let inner = self.action.extract(action) {
      part.access(&state) { $0.reduce(inner) }
      editTargets(of: &state)
    }
    return whole.reduce(into: &state, action)
  }

  /// Makes the edits of new writes, and ends those of the writes that have ended.
  private func editTargets(of state: inout State) {
    guard part.read(&state, { $0.mutation.hasSteps }) else { return }
    let steps = part.access(&state) { $0.takeSteps() }
    for (index, target) in targets.enumerated() {
      target.perform(steps, of: UInt(index + 1), on: &state)
    }
  }

  /// The feedbacks of the parent, and one that performs the writes of the state.
  ///
  /// See <doc:StoreContract#S20-Optimistic-updates>.
  public var feedbacks: [Feedback<State, Action>] {
    let reaction = StateReaction<State>(
      isApplied: { [part, policy] in
        part.read(&$0) { $0.mutation.uses(policy) && !$0.mutation.hasSteps }
      },
      apply: { [part, policy] state in
        part.access(&state) { if !$0.mutation.uses(policy) { $0.apply(policy) } }
        // The parent's reducer may have called `run`.
        editTargets(of: &state)
      }
    )
    return whole.feedbacks + [Feedback(reaction, loading: writes)]
  }

  private var writes: LoadFeedback<State, Action> {
    LoadFeedback(
      id: EffectID(part.path),
      version: { [part] in part.read(&$0) { $0.mutation.version } },
      isLoading: { [part] in part.read(&$0) { $0.mutation.hasWrites } },
      attach: { [part, policy, action, write] send in
        let attachment = WritesAttachment<Input, Output, State>(policy.load, write) {
          inner,
          isStale in
          send.unless(isStale)(action.embed(inner))
        }
        return LoadFollower(attachment) { state in
          attachment.follow(part.read(&state) { $0 }, in: state)
        }
      }
    )
  }
}

extension Reducer {
  /// Composes a mutation, whose writes are optimistic updates of parts of the state.
  ///
  /// ```swift
  /// .mutation(
  ///   state: \.favorite, action: .favorite,
  ///   orderedBy: { $0.id },
  ///   editing: [
  ///     .list(\.films) { favorite in [.change(favorite.id) { $0.isFavorite = favorite.isOn }] },
  ///     .key(\.details, of: { $0.id }) { favorite, film in film.isFavorite = favorite.isOn },
  ///   ]
  /// ) { favorite, _ in
  ///   try await api.send(favorite)
  /// }
  /// ```
  ///
  /// The edits of a write become visible in the reduction of its start, and are confirmed or rolled
  /// back in that of its end. See <doc:StoreContract#S20-Optimistic-updates>.
  ///
  /// - Parameters:
  ///   - state: The key path of the mutation's state.
  ///   - action: The case of its actions.
  ///   - policy: The policy of the writes, as for a `Mutation`. They end with the store, whatever
  ///     `whenReleased` is.
  ///   - key: Returns the key of an input, if only the writes of one key are in order; by default
  ///     all writes are.
  ///   - targets: The parts of the state to edit, each with its change; none by default.
  ///   - write: Writes an input and returns the output, given the state of the parent when the
  ///     write starts.
  /// - Returns: The composed reducer.
  public func mutation<Input: Sendable, Output: Sendable>(
    state: any WritableKeyPath<State, MutationState<Input, Output>> & Sendable,
    action: CasePath<Action, MutationAction<Input, Output>>,
    policy: MutationPolicy = MutationPolicy(),
    orderedBy key: (@Sendable (Input) -> any Hashable & Sendable)? = nil,
    editing targets: [StateTarget<State, Input, Output>] = [],
    write: @escaping @Sendable (Input, State) async throws -> Output
  ) -> MutationReducer<Self, Input, Output> {
    var keyOfInput: EmbeddedMutationPolicy.Key?
    if let key { keyOfInput = { key($0.assumed(of: Input.self).value) } }
    return MutationReducer(
      whole: self,
      part: StatePart(state),
      action: action,
      policy: EmbeddedMutationPolicy(policy, orderedBy: keyOfInput),
      targets: targets,
      write: write
    )
  }
}
