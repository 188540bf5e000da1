import ReactiveLoadable

/// The serialized events of a transfer, which arrive on any thread.
final class TransferEvents: Sendable {
  private let machine = Lock(TransferStateMachine())

  /// Changes the state machine under the lock, and performs its action outside the lock.
  func perform(_ event: (inout TransferStateMachine) -> TransferStateMachine.Action) {
    switch machine.withLock(event) {
    case .none: break
    case .give(let head, let waiter): waiter.resume(returning: head)
    case .giveBytes(let bytes, let waiter): waiter.resume(returning: bytes)
    case .fail(let error, let waiter): waiter.resume(throwing: error)
    case .failBytes(let error, let waiter): waiter.resume(throwing: error)
    }
  }
}
