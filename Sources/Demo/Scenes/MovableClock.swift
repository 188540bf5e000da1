import ReactiveLoadable
import Synchronization

/// A clock that goes as another one does, and can be put forward, which wakes who waits on it.
final class MovableClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private struct State {
    /// How far it was put forward.
    var lead = Duration.zero
    var nextID = 0
    var sleepers: [Int: Gate] = [:]
  }

  private let base = ContinuousClock()
  // Guards the state; gates are opened outside.
  private let state = Mutex(State())
  private let begun = BehaviorRelay(0)

  var now: Instant { base.now.advanced(by: state.withLock { $0.lead }) }
  var minimumResolution: Duration { base.minimumResolution }

  /// Lets so much time pass at once.
  func putForward(by duration: Duration) {
    let sleepers = state.withLock { state in
      state.lead += duration
      return state.sleepers.values
    }
    for gate in sleepers { gate.open() }
  }

  /// How many waits have begun, also those that are over.
  var sleeps: Int { begun.value }

  /// Waits until so many waits have begun, or until the waiting task is cancelled.
  func begins(_ count: Int) async {
    for await sleeps in begun.elements where sleeps >= count { return }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    begun.update { $0 += 1 }
    repeat {
      try Task.checkCancellation()
      await rest(until: deadline)
    } while now < deadline
    try Task.checkCancellation()
  }

  /// Waits until the time has come, the clock was put forward, or the task is cancelled.
  private func rest(until deadline: Instant) async {
    let gate = Gate()
    let (id, lead) = state.withLock { state in
      state.nextID += 1
      state.sleepers[state.nextID] = gate
      return (state.nextID, state.lead)
    }
    let alarm = Task { [base] in
      try await base.sleep(until: deadline.advanced(by: .zero - lead))
      gate.open()
    }
    await gate.pass()
    alarm.cancel()
    state.withLock { _ = $0.sleepers.removeValue(forKey: id) }
  }
}
