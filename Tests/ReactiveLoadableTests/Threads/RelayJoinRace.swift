import Dispatch
import ReactiveLoadable
import Synchronization

/// A slow subscriber that joins while another thread accepts without a pause.
///
/// The producer does not stop before the subscriber has joined, so the race ends only if that is
/// possible.
struct JoinRace {
  private static let limit = 100_000

  func faults() -> [String] {
    let relay = BehaviorRelay(0)
    let (witness, late) = (Recorder(), Recorder())
    let hasJoined = Atomic<Bool>(false)
    let end = DispatchSemaphore(value: 0)
    witness.handle = relay.subscribe { witness.note($0) }
    late.hook = { _ in work() }
    onThreads(2) { id in
      if id == 0 {
        produce(relay, until: { hasJoined.load(ordering: .acquiring) })
      } else {
        late.handle = relay.subscribe { late.note($0) }
        hasJoined.store(true, ordering: .releasing)
      }
    }
    let last = relay.subscribe { if $0 == -1 { end.signal() } }
    relay.accept(-1)
    let isAtRest = end.wait(timeout: .now() + Stress.longestWait) == .success
    for handle in [witness.handle, late.handle, last] { handle?.cancel() }
    return witness.faults + late.faults
      + [
        isAtRest ? nil : "the last accept was not delivered within five minutes",
        witness.log.count <= Self.limit ? nil : "the subscriber did not join before the limit",
        Array(witness.log.suffix(late.log.count)) == late.log ? nil : "a gap or a wrong order",
      ].compactMap { $0 }
  }

  private func produce(_ relay: BehaviorRelay<Int>, until isOver: () -> Bool) {
    var value = 0
    while !isOver(), value < Self.limit {
      value += 1
      relay.accept(value)
    }
  }

  private func work() {
    var sum: UInt64 = 1
    for number in 0..<50 as Range<UInt64> { sum = sum &* 31 &+ number }
    precondition(sum != 0)
  }
}
