import Synchronization

/// Holds tasks until the test opens it, and tells the test when one has come.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
    var held: [CheckedContinuation<Void, Never>] = []
    var observers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Returns when the gate is open; deaf to cancellation, as a stubborn load is.
  func wait() async {
    await withCheckedContinuation { continuation in
      let (passes, observers) = state.withLock { state in
        state.arrivals += 1
        if !state.isOpen { state.held.append(continuation) }
        let told = state.observers.filter { $0.count <= state.arrivals }
        state.observers.removeAll { $0.count <= state.arrivals }
        return (state.isOpen, told)
      }
      if passes { continuation.resume() }
      for observer in observers { observer.continuation.resume() }
    }
  }

  /// Returns when as many tasks have come to the gate.
  func waiterArrived(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.arrivals >= count { return true }
        state.observers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  func open() {
    let held = state.withLock { state in
      state.isOpen = true
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }
}
