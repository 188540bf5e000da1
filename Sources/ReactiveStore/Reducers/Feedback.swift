import IssueReporting
import ReactiveLoadable

/// Looks at a state after each action, and says what has to be at work for it (S11, S6).
///
/// Before that it may have the state go by a policy or a wish. A state with nothing to change is left alone.
///
/// A reducer that keeps loads, or parts that can go, has some; ``Reducer/feedbacks`` passes on those of
/// the reducers that it is made of, so only a reducer that changes the state itself and holds others
/// ever writes this.
public struct Feedback<State: Sendable, Action: Sendable>: Sendable {
  /// Looks at the state; is told whether effects are at work, which may have to end.
  typealias Look = @Sendable (State, _ effectsAreAtWork: Bool) -> Effect<Action>

  fileprivate let look: Look
  fileprivate let settling: Settling<State>?
  /// Where it has something loaded; `nil` if it only looks on.
  fileprivate let place: EffectID?

  init(loadingAt place: EffectID? = nil, _ settling: Settling<State>? = nil, _ look: @escaping Look)
  {
    self.look = look
    self.settling = settling
    self.place = place
  }

  /// The same, of a part of a state.
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

/// A change of a state that follows from it, after any action: it is to go by a policy, or by a wish.
struct Settling<State: Sendable>: Sendable {
  /// Whether there is nothing to change.
  let isSettled: @Sendable (State) -> Bool
  /// Changes it where it stands; called if there is something to change.
  let settle: @Sendable (inout State) -> Void
}

extension Reducer {
  /// Its feedbacks, for whoever keeps them; tells if two would load at one place.
  @usableFromInline
  func checkedFeedbacks() -> [Feedback<State, Action>] {
    let feedbacks = feedbacks
    var places = Set<EffectID>()
    for place in feedbacks.compactMap(\.place) where !places.insert(place).inserted {
      reportIssue(
        """
        Two reducers load what is at \(place.text). The first one does; the load function of the \
        other one is never called.

        Compose what loads a state once, or give each a state of its own.
        """
      )
    }
    return feedbacks
  }
}

extension Sequence {
  /// Whether no feedback has to change a state.
  func areSettled<State, Action>(_ state: State) -> Bool
  where Element == Feedback<State, Action> {
    allSatisfy { $0.settling?.isSettled(state) ?? true }
  }

  /// Has feedbacks change a state if they have to.
  @usableFromInline
  func settle<State, Action>(_ state: inout State) where Element == Feedback<State, Action> {
    for feedback in self {
      if let settling = feedback.settling, !settling.isSettled(state) { settling.settle(&state) }
    }
  }

  /// Has all of them look at a state.
  @usableFromInline
  func look<State, Action>(at state: State, _ effectsAreAtWork: Bool) -> Effect<Action>
  where Element == Feedback<State, Action> {
    var effect = Effect<Action>.none
    for feedback in self { effect.add(feedback.look(state, effectsAreAtWork)) }
    return effect
  }
}

/// The feedbacks of a reducer of parts that may not be there.
///
/// They are asked for when there is a first part, so a reducer may hold itself, as that of a tree does.
final class PartFeedbacks<Part: Reducer>: Sendable {
  private let part: Part
  private let known = Lock<[Feedback<Part.State, Part.Action>]?>(nil)

  init(_ part: Part) { self.part = part }

  func areSettled(_ state: Part.State) -> Bool { all.areSettled(state) }

  func settle(_ state: inout Part.State) { all.settle(&state) }

  func look(at state: Part.State, _ areAtWork: Bool) -> Effect<Part.Action> {
    all.look(at: state, areAtWork)
  }

  /// Whether there is nothing to look at.
  var isEmpty: Bool { all.isEmpty }

  private var all: [Feedback<Part.State, Part.Action>] {
    if let known = known.withLock({ $0 }) { return known }
    let all = part.checkedFeedbacks()
    known.withLock { $0 = all }
    return all
  }
}
