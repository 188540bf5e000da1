import Foundation

/// Suspends tasks until the test opens it, and reports the arrival of a task.
///
/// Without a `Mutex`, which the thread sanitizer does not support on Linux.
package final class Gate: @unchecked Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
    var held: [CheckedContinuation<Void, Never>] = []
    var observers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  // SAFETY: the state is touched only while the lock is held.
  private var state = State()
  private let lock = NSLock()

  package init() {}

  /// A gate that suspends no task.
  package static var opened: Gate {
    let gate = Gate()
    gate.open()
    return gate
  }

  /// Returns when the gate is open; ignores cancellation, like a stubborn load.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let (passes, observers) = lock.withLock {
        let arrivals = state.arrivals + 1
        state.arrivals = arrivals
        if !state.isOpen { state.held.append(continuation) }
        let reached = state.observers.filter { $0.count <= arrivals }
        state.observers.removeAll { $0.count <= arrivals }
        return (state.isOpen, reached)
      }
      if passes { continuation.resume() }
      for observer in observers { observer.continuation.resume() }
    }
  }

  /// Returns when this many tasks wait at the gate.
  package func waiterArrived(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = lock.withLock { () -> Bool in
        if state.arrivals >= count { return true }
        state.observers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  package func open() {
    let held = lock.withLock {
      state.isOpen = true
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }
}
