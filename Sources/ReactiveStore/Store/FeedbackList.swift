import ReactiveLoadable

/// A feedback in the list of a store, with the loads that it runs.
///
/// A list of objects has no generic container, so each action passes it without looking up types.
/// Only the turns of the store access `seen` and `follower`.
final class FeedbackList<State: Sendable, Action: Sendable>: Sendable {
  let next: FeedbackList?
  private let settling: Settling<State>
  private let look: Feedback<State, Action>.Look?
  private let isIdle: (@Sendable () -> Bool)?
  private let loads: LoadFeedback<State, Action>?
  // SAFETY: both are accessed only in the turns of one store, which run one after the other.
  /// The version of the state at the last check.
  private nonisolated(unsafe) var seen: UInt?
  private nonisolated(unsafe) var follower: LoadFollower<State>?
  // SAFETY: as above.
  /// True if the loads have changed since the last call of `follow`.
  private nonisolated(unsafe) var isChanged = true

  private init(_ feedback: Feedback<State, Action>, before next: FeedbackList?) {
    self.next = next
    settling = feedback.settling
    switch feedback.kind {
    case .effects(let isIdle, let look): (self.isIdle, self.look, loads) = (isIdle, look, nil)
    case .loads(let loads): (isIdle, look, self.loads) = (nil, nil, loads)
    }
  }

  /// Creates the list of feedbacks; `nil` without any.
  ///
  /// A second feedback for a place never loads.
  static func of(_ feedbacks: [Feedback<State, Action>]) -> FeedbackList? {
    var places = Set<EffectID>()
    let used = feedbacks.filter { $0.place.map { places.insert($0).inserted } ?? true }
    return used.reversed().reduce(nil) { FeedbackList($1, before: $0) }
  }

  /// Applies the changes of this feedback and of the next ones that the state needs.
  func settle(_ state: inout State) {
    var node: FeedbackList? = self
    while let feedback = node {
      feedback.settleThis(&state)
      node = feedback.next
    }
  }

  private func settleThis(_ state: inout State) {
    if let isIdle {
      if !isIdle() { settling(&state) }
    } else if isChanged(in: &state) {
      isChanged = true
      settling(&state)
    }
  }

  /// Returns false if the loads are the same as at the last check.
  private func isChanged(in state: inout State) -> Bool {
    guard let loads, let seen, let version = loads.version(&state) else { return true }
    return version != seen
  }

  /// Returns the effect for a state; `nil` if nothing changes.
  func look(at state: inout State, _ effectsAreAtWork: Bool) -> Effect<Action>? {
    guard let look, let isIdle, effectsAreAtWork || !isIdle() else { return nil }
    return look(&state, effectsAreAtWork)
  }

  /// Runs the loads of a state; returns the attachment and whether it is new, if it has changed.
  func follow(
    _ state: inout State,
    _ send: () -> Send<Action>
  ) -> (attachment: any EffectAttachment, place: EffectID, isNew: Bool)? {
    guard let loads, isChanged || follower?.needsToFollow == true else { return nil }
    (isChanged, seen) = (false, loads.version(&state))
    if let follower {
      follower.follow(&state)
      return (follower.attachment, loads.place, false)
    }
    guard loads.isLoading(&state) else { return nil }
    let new = loads.attach(send())
    follower = new
    new.follow(&state)
    return (new.attachment, loads.place, true)
  }
}
