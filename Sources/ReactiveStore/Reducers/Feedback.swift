import Atomics
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

// MARK: Parts

/// The feedbacks of a reducer of optional parts or elements.
///
/// They are computed lazily, so a reducer may contain itself, as in a tree.
final class PartFeedbacks<Part: Reducer>: Sendable {
  private let part: Part
  private let cached = Lock<[Feedback<Part.State, Part.Action>]?>(nil)
  private let isCachedEmpty = ManagedAtomic(false)

  init(_ part: Part) { self.part = part }

  func areApplied(_ state: Part.State) -> Bool {
    if isEmpty { return true }
    var state = state
    return all.allSatisfy { $0.reaction.isApplied(&state) }
  }

  func apply(_ state: inout Part.State) { for feedback in all { feedback.reaction(&state) } }

  /// Returns the merged effects of all feedbacks for a state.
  func makeEffect(for state: Part.State, _ areRunning: Bool) -> Effect<Part.Action> {
    var (state, effect) = (state, Effect<Part.Action>.none)
    for feedback in all { effect.add(feedback.makeEffect(for: &state, areRunning)) }
    return effect
  }

  /// True if the part has no feedbacks.
  var isEmpty: Bool { isCachedEmpty.load(ordering: .relaxed) || all.isEmpty }

  private var all: [Feedback<Part.State, Part.Action>] {
    if let cached = cached.withLock({ $0 }) { return cached }
    let all = part.checkedFeedbacks()
    cached.withLock { $0 = all }
    isCachedEmpty.store(all.isEmpty, ordering: .relaxed)
    return all
  }
}

// MARK: Loads

/// The part of a feedback that runs the loads of one part of the state.
struct LoadFeedback<State: Sendable, Action: Sendable>: Sendable {
  /// The id of its attachment.
  let id: EffectID
  /// Returns a number that differs after each change of the loads; `nil` if it is unknown.
  let version: @Sendable (inout State) -> UInt?
  /// Returns true if the state requires a load.
  let isLoading: @Sendable (inout State) -> Bool
  /// Creates the attachment that runs the loads.
  let attach: @Sendable (Send<Action>) -> LoadFollower<State>

  /// Returns the same feedback for a part of a state.
  func of<Whole, WholeAction>(
    _ part: StatePart<Whole, State>,
    _ scope: EffectID,
    _ action: CasePath<WholeAction, Action>
  ) -> LoadFeedback<Whole, WholeAction> {
    LoadFeedback<Whole, WholeAction>(
      id: id.within(scope),
      version: { part.read(&$0) { version(&$0) } },
      isLoading: { part.read(&$0) { isLoading(&$0) } },
      attach: { send in
        let inner = attach(send.pullback(action.embed))
        return LoadFollower(inner.attachment) { whole in part.read(&whole) { inner.follow(&$0) } }
      }
    )
  }

  /// Returns the effect that runs the loads of an optional part or of an element.
  func makeEffect(for state: inout State) -> Effect<Action> {
    guard isLoading(&state) else { return .none }
    let attaching = EffectPart<Action>.attaching(at: id) { [attach, state] follower, send in
      let follower = follower ?? attach(send)
      var state = state
      follower.follow(&state)
      return follower
    }
    return Effect([attaching])
  }
}

/// An attachment with the closure that makes it run the loads of a state.
final class LoadFollower<State: Sendable>: EffectAttachment {
  let attachment: any EffectAttachment
  /// Runs the loads of a state; called only on the queue of the store.
  let follow: @Sendable (inout State) -> Void

  init(_ attachment: any EffectAttachment, follow: @escaping @Sendable (inout State) -> Void) {
    self.attachment = attachment
    self.follow = follow
  }

  var needsToFollow: Bool { attachment.needsToFollow }

  func takeRequested(_ body: (EffectRun) -> Void) { attachment.takeRequested(body) }

  func loads(at id: EffectID) -> [(run: EffectRun, id: EffectID)] {
    attachment.loads(at: id)
  }

  func end() { attachment.end() }
}
