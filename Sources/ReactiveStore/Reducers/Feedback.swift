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
  typealias Look = @Sendable (inout State, _ effectsAreAtWork: Bool) -> Effect<Action>

  /// The change that the state needs before it is checked, if any.
  let settling: Settling<State>
  let kind: Kind

  enum Kind: Sendable {
    /// Starts and ends effects; unless effects are running, it is skipped while `isIdle` is true.
    case effects(isIdle: @Sendable () -> Bool, Look)
    /// Runs the loads of one part of the state.
    case loads(LoadFeedback<State, Action>)
  }

  init(
    _ settling: Settling<State>,
    isIdle: @escaping @Sendable () -> Bool,
    _ look: @escaping Look
  ) {
    self.settling = settling
    kind = .effects(isIdle: isIdle, look)
  }

  init(_ settling: Settling<State>, loading loads: LoadFeedback<State, Action>) {
    self.settling = settling
    kind = .loads(loads)
  }

  /// Returns the same feedback for a part of a state.
  func of<Whole, WholeAction>(
    _ state: any WritableKeyPath<Whole, State> & Sendable,
    _ action: CasePath<WholeAction, Action>
  ) -> Feedback<Whole, WholeAction> {
    let (part, scope) = (StatePart(state), EffectID(scope: state))
    let settling = settling.of(part)
    switch kind {
    case .loads(let loads):
      return Feedback<Whole, WholeAction>(settling, loading: loads.of(part, scope, action))
    case .effects(let isIdle, let look):
      return Feedback<Whole, WholeAction>(settling, isIdle: isIdle) { whole, areAtWork in
        part.read(&whole) { look(&$0, areAtWork) }.within(scope, action.embed)
      }
    }
  }
}

/// A change that a state needs after any action, to apply a policy or a request of the child.
struct Settling<State: Sendable>: Sendable {
  /// Returns true if the state needs no change.
  let isSettled: @Sendable (inout State) -> Bool
  /// Changes the state in place; called only if it needs a change.
  let settle: @Sendable (inout State) -> Void

  /// Applies the change if the state needs it.
  func callAsFunction(_ state: inout State) { if !isSettled(&state) { settle(&state) } }

  fileprivate func of<Whole>(_ part: StatePart<Whole, State>) -> Settling<Whole> {
    Settling<Whole>(
      isSettled: { part.read(&$0) { isSettled(&$0) } },
      settle: { part.access(&$0) { settle(&$0) } }
    )
  }
}

extension Reducer {
  /// Returns the feedbacks, and reports two that load at one place.
  func checkedFeedbacks() -> [Feedback<State, Action>] {
    let feedbacks = feedbacks
    var places = Set<EffectID>()
    for place in feedbacks.compactMap(\.place) where !places.insert(place).inserted {
      reportIssue(
        """
        Two reducers load the state at \(place.text). The first one loads it; the load function of the \
        other one is never called.

        Compose only one of them, or give each a separate state.
        """
      )
    }
    return feedbacks
  }
}

extension Feedback {
  /// The place at which it loads; `nil` if it only starts or ends effects.
  var place: EffectID? {
    if case .loads(let loads) = kind { loads.place } else { nil }
  }

  /// Returns the effect for the state of an optional part or of an element.
  func look(at state: inout State, _ effectsAreAtWork: Bool) -> Effect<Action> {
    switch kind {
    case .loads(let loads): loads.look(at: &state)
    case .effects(let isIdle, let look):
      isIdle() && !effectsAreAtWork ? .none : look(&state, effectsAreAtWork)
    }
  }
}
