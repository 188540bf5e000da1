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
    let id = newID()
    await withTaskCancellationHandler {
      await wait(as: id, until: { Task.isCancelled || isOver() })
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
  }

  /// Returns when it was woken or there is nothing to wait for, also in a cancelled task.
  ///
  /// - Parameter isOver: As for ``wait(until:)``.
  func waitInAnyCase(until isOver: () -> Bool) async {
    await wait(as: newID(), until: isOver)
  }

  private func newID() -> UInt {
    state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
  }

  private func wait(as id: UInt, until isOver: () -> Bool) async {
    await withCheckedContinuation { waiter in
      let waits = state.withLock { state in
        if isOver() { return false }
        state.waiting[id] = waiter
        return true
      }
      if !waits { waiter.resume() }
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
