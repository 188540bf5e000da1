/// Where tasks wait for something that another thread brings about.
///
/// The lock guards `waiting`; continuations are resumed outside it.
final class Signal: Sendable {
  private struct State {
    var nextID: UInt = 0
    var waiting: [UInt: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Lock(State())

  /// Returns when it was woken, when there is nothing to wait for, or when the task is cancelled.
  ///
  /// - Parameter isOver: Whether there is nothing to wait for; called under the lock. Whoever makes
  ///   it true calls ``wakeAll()`` afterwards.
  func wait(until isOver: () -> Bool) async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let waits = state.withLock { state in
          if Task.isCancelled || isOver() { return false }
          state.waiting[id] = waiter
          return true
        }
        if !waits { waiter.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
  }

  func wakeAll() {
    let woken = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting
    }
    for waiter in woken.sorted(by: { $0.key < $1.key }) { waiter.value.resume() }
  }
}
