import Dispatch
import Foundation
import ReactiveLoadable
import Synchronization

/// Subscribers with all kinds of demand, slower than two producers in each of their calls.
///
/// Their deliveries move to the producers' threads repeatedly (R3). The relay replays every value,
/// so no log may miss one.
struct HandOffRace {
  let seed: Int
  private static let accepts = 1_500

  func faults() -> [String] {
    let relay = ReplayRelay<Int>(capacity: 2 * Self.accepts)
    let (witness, pace) = (Recorder(), Pace(Self.accepts))
    witness.handle = relay.sink { witness.note($0) }
    let riders = (0..<2).map { HandOffRider(seed: seed * 2 + $0, relay: relay, pace: pace) }
    onThreads(4) { id in
      if id < 2 {
        while let value = pace.next() { relay.accept(value) }
      } else {
        riders[id - 2].run()
      }
    }
    let isAtRest = rest(relay)
    defer { for recorder in [witness] + riders.flatMap(\.recorders) { recorder.cancel() } }
    let order = Order(witness.log)
    return order.faults + riders.flatMap { $0.faults(order, count: Self.accepts + 1) }
      + [
        isAtRest ? nil : "the last accept was not delivered within five minutes",
        witness.log.count == Self.accepts + 1 ? nil : "an accept was not delivered",
      ].compactMap { $0 }
  }

  /// Waits for pending deliveries: the last subscriber is the last to receive a value.
  private func rest(_ relay: ReplayRelay<Int>) -> Bool {
    let end = DispatchSemaphore(value: 0)
    let last = relay.sink { if $0 == -1 { end.signal() } }
    relay.accept(-1)
    defer { last.cancel() }
    return end.wait(timeout: .now() + Stress.longestWait) == .success
  }
}

/// The numbers that the producers accept.
private final class Pace: Sendable {
  private let limit: Int
  private let accepted = Atomic<Int>(0)

  init(_ limit: Int) { self.limit = limit }

  func next() -> Int? {
    sched_yield()
    let value = accepted.add(1, ordering: .relaxed).newValue
    return value <= limit ? value : nil
  }

  var isOver: Bool { accepted.load(ordering: .relaxed) >= limit }

  /// Returns when a producer has taken another number, or when none are left.
  func outrun() {
    let before = accepted.load(ordering: .relaxed)
    while !isOver, accepted.load(ordering: .relaxed) == before { sched_yield() }
  }
}

/// One thread that subscribes, requests and cancels.
private final class HandOffRider: @unchecked Sendable {
  // SAFETY: one thread runs it, and it is read when that has ended.
  private(set) var recorders: [Recorder] = []
  private var demanded: [Int: Int] = [:]
  private var random: SeededGenerator
  private let relay: ReplayRelay<Int>
  private let pace: Pace

  init(seed: Int, relay: ReplayRelay<Int>, pace: Pace) {
    random = SeededGenerator(UInt64(seed))
    self.relay = relay
    self.pace = pace
  }

  func run() {
    while !pace.isOver {
      switch random.below(8) {
      case 0: join()
      case 1: recorders.filter { !$0.isCancelled }.randomElement(using: &random)?.cancel()
      default: pull()
      }
      pace.outrun()
    }
  }

  private func join() {
    guard recorders.count < 12 else { return }
    let first = random.below(3)
    let recorder = Recorder(first: first, more: random.below(2))
    recorder.hook = { [pace] _ in pace.outrun() }
    demanded[recorders.count] = first
    recorders.append(recorder)
    relay.subscribe(recorder)
  }

  private func pull() {
    guard let index = recorders.indices.randomElement(using: &random) else { return }
    let count = random.below(20) == 0 ? 100_000 : 1 + random.below(100)
    demanded[index, default: 0] += count
    recorders[index].subscription?.request(.max(count))
  }

  /// The violations of the contract, after the relay has accepted `count` values.
  func faults(_ order: Order, count: Int) -> [String] {
    recorders.enumerated().flatMap { index, recorder in
      let log = recorder.log
      let demanded = demanded[index, default: 0]
      let wanted = recorder.requestsMore && demanded > 0 ? count : min(demanded, count)
      return recorder.faults
        + [
          order.isRun(log) ? nil : "a gap or a repeat",
          log.first.map(order.isFirst) ?? true ? nil : "the oldest value is missing",
          recorder.isCancelled || log.count == wanted
            ? nil : "\(log.count) of \(wanted) values after the last delivery",
          !recorder.isCancelled || log.count <= wanted ? nil : "more values than the demand",
        ].compactMap { $0 }
    }
  }
}
