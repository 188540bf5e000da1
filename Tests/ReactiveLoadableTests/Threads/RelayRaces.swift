import ReactiveLoadable
import TestSupport

@testable import ReactiveRelays

/// Threads that subscribe to a relay, accept, request and cancel, and then release it.
struct DropRace {
  let round: Int

  func faults() -> [String] {
    let recorders = (0..<4).map { _ in Recorder(first: round % 2, more: round % 3) }
    let gone = run(recorders)
    for recorder in recorders where !recorder.isCancelled && recorder.finishCount == 0 {
      recorder.subscription?.request(.unlimited)
    }
    let unfinished = recorders.filter { !$0.isCancelled && $0.finishCount != 1 }
    return recorders.flatMap(\.faults)
      + unfinished.map { "finished \($0.finishCount) times" }
      + (gone.isReleased ? [] : ["the relay is leaked"])
  }

  private func run(_ recorders: [Recorder]) -> Weak<BehaviorRelay<Int>> {
    let relay = BehaviorRelay(0)
    let shares = [Share(relay), Share(relay)]
    let gone = Weak(relay)
    let leaver = round % 5
    onThreads(2) { id in
      guard let relay = shares[id].take() else { return }
      relay.subscribe(recorders[id])
      relay.subscribe(recorders[id + 2])
      relay.accept(id + 1)
      if leaver == id { recorders[id].cancel() }
      recorders[id + 2].subscription?.request(.unlimited)
    }
    return gone
  }

  /// One thread's reference to a relay.
  private final class Share: @unchecked Sendable {
    // SAFETY: only the thread that it is meant for touches it.
    private var relay: BehaviorRelay<Int>?
    init(_ relay: BehaviorRelay<Int>) { self.relay = relay }
    func take() -> BehaviorRelay<Int>? { relay.take() }
  }
}

/// An owner that finishes its relay while others accept, join and request.
struct FinishRace {
  let round: Int

  func faults() -> [String] {
    let relay = BehaviorRelay(0)
    let recorders = (0..<6).map { index in Recorder(first: index % 3, more: round % 2) }
    relay.subscribe(recorders[0])
    recorders[1].sink(on: relay)
    onThreads(3) { id in
      if id == 0 {
        relay.accept(1)
        relay.finish()
        relay.accept(2)
      } else {
        relay.subscribe(recorders[2 * id])
        relay.accept(10 + id)
        recorders[2 * id + 1].sink(on: relay)
        recorders[2 * id].subscription?.request(.max(2))
      }
    }
    for recorder in recorders where recorder.finishCount == 0 {
      recorder.subscription?.request(.unlimited)
    }
    return recorders.flatMap(\.faults)
      + recorders.filter { $0.finishCount != 1 }.map { "finished \($0.finishCount) times" }
  }
}

/// Threads that request values for one subscriber, while another accepts them.
struct DemandRace {
  private let accepts = 400
  /// Three threads with fifty requests each.
  private let requests = 150

  func faults() -> [String] {
    let (publish, replay) = (PublishRelay<Int>(), ReplayRelay<Int>(capacity: 1_000))
    let (live, late) = (Recorder(), Recorder())
    publish.subscribe(live)
    replay.subscribe(late)
    onThreads(4) { id in
      if id == 0 {
        for value in 1...accepts {
          publish.accept(value)
          replay.accept(value)
        }
      } else {
        for _ in 0..<requests / 3 {
          live.subscription?.request(.max(2))
          late.subscription?.request(.max(1))
        }
      }
    }
    let missed = (live.subscription as? RelaySubscription)?.dropped
    live.cancel()
    late.cancel()
    return live.faults + late.faults
      + [
        live.log.count <= 2 * requests ? nil : "more values than the demand",
        zip(live.log, live.log.dropFirst()).allSatisfy(<) ? nil : "a value goes backwards",
        missed == accepts - live.log.count ? nil : "a value neither delivered nor counted",
        late.log == Array(1...requests) ? nil : "the values do not match the demand",
      ].compactMap { $0 }
  }
}

/// Threads that change a state machine which only the relay's lock guards.
struct TransitionRace {
  let threads: Int
  let times: Int

  func faults() -> [String] {
    let relay = BehaviorRelay(0)
    let machine = Machine()
    let recorder = Recorder()
    recorder.handle = relay.sink { recorder.note($0) }
    onThreads(threads) { _ in
      for turn in 0..<times {
        relay.core.transition { turn % 3 == 0 ? nil : machine.step() }
      }
    }
    recorder.cancel()
    let isInOrder = recorder.log == Array(0...machine.count) && relay.value == machine.count
    return recorder.faults + (isInOrder ? [] : ["states in another order than the machine's"])
  }

  private final class Machine: @unchecked Sendable {
    // SAFETY: guarded by the lock of the relay, in whose transitions it steps.
    private(set) var count = 0
    func step() -> Int {
      count += 1
      return count
    }
  }
}
