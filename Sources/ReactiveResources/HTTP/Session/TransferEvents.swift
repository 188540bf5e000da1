import ReactiveLoadable

/// What happens to a transfer, from any thread, in one order.
final class TransferEvents: Sendable {
  private let machine = Lock(TransferStateMachine())

  /// Changes the machine inside of the lock, and does outside of it what that calls for.
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
