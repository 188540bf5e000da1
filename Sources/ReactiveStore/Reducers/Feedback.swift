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
  /// Returns the feedbacks, and reports two that load the same state; the second one never loads.
  func checkedFeedbacks() -> [Feedback<State, Action>] {
    var ids = Set<EffectID>()
    return feedbacks.filter { feedback in
      guard case .loads(let loads) = feedback.kind, !ids.insert(loads.id).inserted else {
        return true
      }
      reportIssue(
        """
        Two reducers load the state at \(loads.id.text). The first one loads it; the load function \
        of the other one is never called.

        Compose only one of them, or give each a separate state.
        """
      )
      return false
    }
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
    let update: EffectPart<Action>.Kind = .attach { [attach, state] attachment, send in
      let follower = attachment as? LoadFollower<State> ?? attach(send)
      var state = state
      follower.follow(&state)
      return follower
    }
    return Effect([EffectPart(update, ids: [id])])
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

// MARK: All feedbacks of a store

/// A feedback in the list of a store, with the loads that it runs.
///
/// A list of objects has no generic container, so each action passes it without looking up types.
/// `lastVersion` and `follower` are accessed only on the queue of the store.
final class FeedbackList<State: Sendable, Action: Sendable>: Sendable {
  let next: FeedbackList?
  private let reaction: StateReaction<State>
  private let makeEffect: Feedback<State, Action>.MakeEffect?
  private let isIdle: (@Sendable () -> Bool)?
  private let loads: LoadFeedback<State, Action>?
  // SAFETY: both are accessed only on the serial queue of one store.
  /// The version of the state at the last check.
  private nonisolated(unsafe) var lastVersion: UInt?
  private nonisolated(unsafe) var follower: LoadFollower<State>?
  // SAFETY: as above.
  /// True if the loads have changed since the last call of `follow`.
  private nonisolated(unsafe) var isChanged = true

  private init(_ feedback: Feedback<State, Action>, before next: FeedbackList?) {
    self.next = next
    reaction = feedback.reaction
    switch feedback.kind {
    case .effects(let isIdle, let makeEffect):
      (self.isIdle, self.makeEffect, loads) = (isIdle, makeEffect, nil)
    case .loads(let loads): (isIdle, makeEffect, self.loads) = (nil, nil, loads)
    }
  }

  /// Creates the list of feedbacks; `nil` without any.
  static func of(_ feedbacks: [Feedback<State, Action>]) -> FeedbackList? {
    feedbacks.reversed().reduce(nil) { FeedbackList($1, before: $0) }
  }

  /// Applies the changes of this feedback and of the next ones that the state needs.
  func applyReactions(to state: inout State) {
    var node: FeedbackList? = self
    while let feedback = node {
      feedback.applyThis(&state)
      node = feedback.next
    }
  }

  private func applyThis(_ state: inout State) {
    if let isIdle {
      if !isIdle() { reaction(&state) }
    } else if isChanged(in: &state) {
      isChanged = true
      reaction(&state)
    }
  }

  /// Returns false if the loads are the same as at the last check.
  private func isChanged(in state: inout State) -> Bool {
    guard let loads, let lastVersion, let version = loads.version(&state) else { return true }
    return version != lastVersion
  }

  /// Returns the effect for a state; `nil` if nothing changes.
  func makeEffect(for state: inout State, _ effectsAreRunning: Bool) -> Effect<Action>? {
    guard let makeEffect, let isIdle, effectsAreRunning || !isIdle() else { return nil }
    return makeEffect(&state, effectsAreRunning)
  }

  /// Runs the loads of a state; returns the attachment and whether it is new, if it has changed.
  func follow(
    _ state: inout State,
    _ send: () -> Send<Action>
  ) -> (attachment: any EffectAttachment, id: EffectID, isNew: Bool)? {
    guard let loads, isChanged || follower?.needsToFollow == true else { return nil }
    (isChanged, lastVersion) = (false, loads.version(&state))
    if let follower {
      follower.follow(&state)
      return (follower.attachment, loads.id, false)
    }
    guard loads.isLoading(&state) else { return nil }
    let new = loads.attach(send())
    follower = new
    new.follow(&state)
    return (new.attachment, loads.id, true)
  }
}
