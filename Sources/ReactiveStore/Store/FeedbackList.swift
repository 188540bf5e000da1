import ReactiveLoadable

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
  ///
  /// A second feedback with the same id never loads.
  static func of(_ feedbacks: [Feedback<State, Action>]) -> FeedbackList? {
    var ids = Set<EffectID>()
    let unique = feedbacks.filter { $0.id.map { ids.insert($0).inserted } ?? true }
    return unique.reversed().reduce(nil) { FeedbackList($1, before: $0) }
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
