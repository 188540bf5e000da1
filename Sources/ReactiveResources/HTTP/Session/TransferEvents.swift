import ReactiveLoadable

/// The serialized events of a transfer, which arrive on any thread.
final class TransferEvents: Sendable {
  private let machine: Lock<TransferStateMachine>
  private let stop: @Sendable () -> Void

  /// Creates the events of a transfer.
  ///
  /// - Parameters:
  ///   - limit: The largest number of bytes of the body; `nil` for no limit.
  ///   - stop: Cancels the task, called once if the body exceeds the limit.
  init(limit: Int? = nil, stop: @escaping @Sendable () -> Void = {}) {
    machine = Lock(TransferStateMachine(limit: limit))
    self.stop = stop
  }

  /// Changes the state machine under the lock, and performs its action outside the lock.
  func perform(_ event: (inout TransferStateMachine) -> TransferStateMachine.Action) {
    switch machine.withLock(event) {
    case .none: break
    case .resumeHead(let head, let continuation): continuation.resume(returning: head)
    case .resumeBytes(let bytes, let continuation): continuation.resume(returning: bytes)
    case .failHead(let error, let continuation): continuation.resume(throwing: error)
    case .failBytes(let error, let continuation): continuation.resume(throwing: error)
    case .stop(let waiting):
      if let (error, continuation) = waiting { continuation.resume(throwing: error) }
      stop()
    }
  }
}
