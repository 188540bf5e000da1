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
