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
  typealias Look = @Sendable (State, _ effectsAreAtWork: Bool) -> Effect<Action>

  fileprivate let look: Look
  fileprivate let settling: Settling<State>?
  /// The place at which it loads; `nil` if it only starts or ends effects.
  fileprivate let place: EffectID?

  init(loadingAt place: EffectID? = nil, _ settling: Settling<State>? = nil, _ look: @escaping Look)
  {
    self.look = look
    self.settling = settling
    self.place = place
  }

  /// Returns the same feedback for a part of a state.
  func of<Whole, WholeAction>(
    _ state: any WritableKeyPath<Whole, State> & Sendable,
    _ action: CasePath<WholeAction, Action>
  ) -> Feedback<Whole, WholeAction> {
    Feedback<Whole, WholeAction>(
      loadingAt: place?.within(EffectID(scope: state)),
      settling.map { settling in
        Settling(
          isSettled: { settling.isSettled($0[keyPath: state]) },
          settle: { settling.settle(&$0[keyPath: state]) }
        )
      }
    ) { [look] whole, areAtWork in
      look(whole[keyPath: state], areAtWork).within(EffectID(scope: state), action.embed)
    }
  }
}

/// A change that a state needs after any action, to apply a policy or a request of the child.
struct Settling<State: Sendable>: Sendable {
  /// Returns true if the state needs no change.
  let isSettled: @Sendable (State) -> Bool
  /// Changes the state in place; called only if it needs a change.
  let settle: @Sendable (inout State) -> Void
}

extension Reducer {
  /// Returns the feedbacks, and reports two that load at one place.
  @usableFromInline
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

extension Sequence {
  /// Returns true if no feedback needs to change the state.
  func areSettled<State, Action>(_ state: State) -> Bool
  where Element == Feedback<State, Action> {
    allSatisfy { $0.settling?.isSettled(state) ?? true }
  }

  /// Applies the changes of the feedbacks that need one.
  @usableFromInline
  func settle<State, Action>(_ state: inout State) where Element == Feedback<State, Action> {
    for feedback in self {
      if let settling = feedback.settling, !settling.isSettled(state) { settling.settle(&state) }
    }
  }

  /// Returns the merged effects of all feedbacks for a state.
  @usableFromInline
  func look<State, Action>(at state: State, _ effectsAreAtWork: Bool) -> Effect<Action>
  where Element == Feedback<State, Action> {
    var effect = Effect<Action>.none
    for feedback in self { effect.add(feedback.look(state, effectsAreAtWork)) }
    return effect
  }
}

/// The feedbacks of a reducer of optional parts or elements.
///
/// They are computed lazily, so a reducer may contain itself, as in a tree.
final class PartFeedbacks<Part: Reducer>: Sendable {
  private let part: Part
  private let known = Lock<[Feedback<Part.State, Part.Action>]?>(nil)

  init(_ part: Part) { self.part = part }

  func areSettled(_ state: Part.State) -> Bool { all.areSettled(state) }

  func settle(_ state: inout Part.State) { all.settle(&state) }

  func look(at state: Part.State, _ areAtWork: Bool) -> Effect<Part.Action> {
    all.look(at: state, areAtWork)
  }

  /// True if the part has no feedbacks.
  var isEmpty: Bool { all.isEmpty }

  private var all: [Feedback<Part.State, Part.Action>] {
    if let known = known.withLock({ $0 }) { return known }
    let all = part.checkedFeedbacks()
    known.withLock { $0 = all }
    return all
  }
}
