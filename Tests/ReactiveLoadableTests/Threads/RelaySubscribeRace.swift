import Dispatch
import ReactiveLoadable
import Synchronization

/// A slow subscriber that subscribes while another thread accepts without a pause.
///
/// The producer does not stop before it has subscribed, so the race ends only if that is possible. A
/// busy machine may run only the producer at first: the limit is far above that.
struct SubscribeRace {
  private static let limit = 3_000_000

  func faults() -> [String] {
    let relay = BehaviorRelay(0)
    let (witness, late) = (Recorder(), Recorder())
    let hasSubscribed = Atomic<Bool>(false)
    let end = DispatchSemaphore(value: 0)
    witness.handle = relay.sink { witness.note($0) }
    late.hook = { _ in work() }
    onThreads(2) { id in
      if id == 0 {
        produce(relay, until: { hasSubscribed.load(ordering: .acquiring) })
      } else {
        late.handle = relay.sink { late.note($0) }
        hasSubscribed.store(true, ordering: .releasing)
      }
    }
    let last = relay.sink { if $0 == -1 { end.signal() } }
    relay.accept(-1)
    let isDelivered = end.wait(timeout: .now() + Stress.longestWait) == .success
    for handle in [witness.handle, late.handle, last] { handle?.cancel() }
    return witness.faults + late.faults
      + [
        isDelivered ? nil : "the last accept was not delivered within five minutes",
        witness.log.count <= Self.limit ? nil : "the subscriber did not subscribe before the limit",
        Array(witness.log.suffix(late.log.count)) == late.log ? nil : "a gap or a wrong order",
      ].compactMap { $0 }
  }

  private func produce(_ relay: BehaviorRelay<Int>, until hasEnded: () -> Bool) {
    var value = 0
    while !hasEnded(), value < Self.limit {
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
