import Synchronization

/// A door that holds back whoever passes until someone opens it, once and for all.
///
/// A cancelled passer-by goes through at once and leaves the door as it is; its caller sees the
/// cancellation.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var nextID = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  // Guards the state; continuations are resumed outside.
  private let state = Mutex(State())

  /// Lets through everyone who waits and everyone who comes later.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume() }
  }

  /// Waits until the gate is open.
  func pass() async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, id: id) }
    } onCancel: {
      leave(id)
    }
  }

  private func wait(_ continuation: CheckedContinuation<Void, Never>, id: Int) {
    let passes = state.withLock { state in
      // The flag is set before the handler runs: a cancellation is seen here or there.
      guard !state.isOpen, !Task.isCancelled else { return true }
      state.waiting[id] = continuation
      return false
    }
    if passes { continuation.resume() }
  }

  private func leave(_ id: Int) {
    let continuation = state.withLock { $0.waiting.removeValue(forKey: id) }
    continuation?.resume()
  }
}
