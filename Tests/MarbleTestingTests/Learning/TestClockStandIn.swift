import MarbleTesting
import Synchronization

/// A small stand-in for the `TestClock` of swift-clocks.
///
/// It compiles and runs the examples of the article. Written from the documentation of swift-clocks.
/// The examples run inside a marble run, where a yield returns after all other ready jobs.
final class TestClock: Clock {
  typealias Instant = MarbleClock.Instant

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [(deadline: Instant, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())
  let minimumResolution: Duration = .zero
  var now: Instant { state.withLock { $0.now } }

  func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    await withCheckedContinuation { continuation in
      state.withLock { $0.sleepers.append((deadline, continuation)) }
    }
  }

  func advance(by duration: Duration) async {
    let end = now.advanced(by: duration)
    await yields()
    while let sleeper = next(until: end) {
      sleeper.resume()
      await yields()
    }
    state.withLock { $0.now = end }
  }

  func run() async {
    await yields()
    while let sleeper = next(until: nil) {
      sleeper.resume()
      await yields()
    }
  }

  private func next(until end: Instant?) -> CheckedContinuation<Void, Never>? {
    state.withLock { state in
      let due = state.sleepers.indices.filter { index in
        end.map { state.sleepers[index].deadline <= $0 } ?? true
      }
      guard let first = due.min(by: { state.sleepers[$0].deadline < state.sleepers[$1].deadline })
      else { return nil }
      let sleeper = state.sleepers.remove(at: first)
      state.now = max(state.now, sleeper.deadline)
      return sleeper.continuation
    }
  }

  private func yields() async { for _ in 1...10 { await Task.yield() } }
}
