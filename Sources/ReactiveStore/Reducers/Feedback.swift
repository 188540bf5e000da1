import IssueReporting
import ReactiveLoadable

/// A check of the state after each action, which starts and ends loads and effects for that state.
///
/// The check may first change the state, to apply a policy or a request of the child.
/// ``Reducer/feedbacks`` returns the feedbacks of the composed reducers. Only a reducer that
/// changes the state itself and calls other reducers implements it. See
/// <doc:StoreContract#S11-Loads-in-the-state> and <doc:StoreContract#S6-Effect-ids>.
public struct Feedback<State: Sendable, Action: Sendable>: Sendable {
  /// Returns the effect for a state; the flag is true while effects are running.
  typealias MakeEffect = @Sendable (inout State, _ effectsAreRunning: Bool) -> Effect<Action>

  /// The change that the state needs before it is checked, if any.
  let reaction: StateReaction<State>
  let kind: Kind

  enum Kind: Sendable {
    /// Starts and ends effects; unless effects are running, it is skipped while `isIdle` is true.
    case effects(isIdle: @Sendable () -> Bool, MakeEffect)
    /// Runs the loads of one part of the state.
    case loads(LoadFeedback<State, Action>)
  }

  init(
    _ reaction: StateReaction<State>,
    isIdle: @escaping @Sendable () -> Bool,
    _ makeEffect: @escaping MakeEffect
  ) {
    self.reaction = reaction
    kind = .effects(isIdle: isIdle, makeEffect)
  }

  init(_ reaction: StateReaction<State>, loading loads: LoadFeedback<State, Action>) {
    self.reaction = reaction
    kind = .loads(loads)
  }

  /// Returns the same feedback for a part of a state.
  func of<Whole, WholeAction>(
    _ state: any WritableKeyPath<Whole, State> & Sendable,
    _ action: CasePath<WholeAction, Action>
  ) -> Feedback<Whole, WholeAction> {
    let (part, scope) = (StatePart(state), EffectID(scope: state))
    let reaction = reaction.of(part)
    switch kind {
    case .loads(let loads):
      return Feedback<Whole, WholeAction>(reaction, loading: loads.of(part, scope, action))
    case .effects(let isIdle, let makeEffect):
      return Feedback<Whole, WholeAction>(reaction, isIdle: isIdle) { whole, areRunning in
        part.read(&whole) { makeEffect(&$0, areRunning) }.within(scope, action.embed)
      }
    }
  }
}

/// A change that a state needs after any action, to apply a policy or a request of the child.
struct StateReaction<State: Sendable>: Sendable {
  /// Returns true if the state needs no change.
  let isApplied: @Sendable (inout State) -> Bool
  /// Changes the state in place; called only if it needs a change.
  let apply: @Sendable (inout State) -> Void

  /// Applies the change if the state needs it.
  func callAsFunction(_ state: inout State) { if !isApplied(&state) { apply(&state) } }

  fileprivate func of<Whole>(_ part: StatePart<Whole, State>) -> StateReaction<Whole> {
    StateReaction<Whole>(
      isApplied: { part.read(&$0) { isApplied(&$0) } },
      apply: { part.access(&$0) { apply(&$0) } }
    )
  }
}

extension Reducer {
  /// Returns the feedbacks, and reports two that load the same state.
  func checkedFeedbacks() -> [Feedback<State, Action>] {
    let feedbacks = feedbacks
    var ids = Set<EffectID>()
    for id in feedbacks.compactMap(\.id) where !ids.insert(id).inserted {
      reportIssue(
        """
        Two reducers load the state at \(id.text). The first one loads it; the load function of the \
        other one is never called.

        Compose only one of them, or give each a separate state.
        """
      )
    }
    return feedbacks
  }
}

extension Feedback {
  /// The id of its attachment; `nil` if it only starts or ends effects.
  var id: EffectID? {
    if case .loads(let loads) = kind { loads.id } else { nil }
  }

  /// Returns the effect for the state of an optional part or of an element.
  func makeEffect(for state: inout State, _ effectsAreRunning: Bool) -> Effect<Action> {
    switch kind {
    case .loads(let loads): loads.makeEffect(for: &state)
    case .effects(let isIdle, let makeEffect):
      isIdle() && !effectsAreRunning ? .none : makeEffect(&state, effectsAreRunning)
    }
  }
}
