import ReactiveLoadable

/// The actions of a mutation.
public enum MutationAction<Input: Sendable, Output: Sendable>: Sendable {
  /// Starts the write of an input, or enqueues it if the overlap of the policy requires it.
  case run(Input)
  /// Cancels every write that waits or runs; the edits of each are rolled back.
  case cancel
  /// Cancels every write, and removes the result and the history.
  case reset
  /// The end of a write, with its input, sent by the store.
  ///
  /// The edits of the write are confirmed or rolled back in its reduction.
  case finished(Input, LoadResult<Output>)
  /// A step of a running write, such as another attempt, sent by the store.
  case progressed(Input, LoadEvent<Output>)
  /// The return of work whose write was cancelled, replaced or timed out, sent by the store.
  ///
  /// In every overlap but `concurrent` the next write starts after it.
  case returned(LoadResult<Output>)
}

extension MutationAction: Equatable where Input: Equatable, Output: Equatable {}

extension MutationAction {
  /// The return of cancelled work, as an expected value of a test; it belongs to no write.
  public static var returned: Self { .returned(.cancelled) }

  /// Returns the action that the store sends for an event of a write.
  static func received(
    _ event: LoadCore.Event,
    _ payload: LoadSlots.Payload,
    of input: Input
  ) -> Self {
    event.endsLoad
      ? .finished(input, LoadResult(event, payload)) : .progressed(input, LoadEvent(event, payload))
  }
}

extension MutationState {
  mutating func reduce(_ action: MutationAction<Input, Output>) {
    switch action {
    case .run(let input): run(input)
    case .cancel: cancel()
    case .reset: reset()
    case .finished(_, let result), .returned(let result):
      change { $0.handle(result.event, result.payload) }
    case .progressed(_, let event): change { $0.handle(event.event, event.payload) }
    }
  }
}
