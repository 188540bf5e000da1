import ReactiveLoadable
import Synchronization
import Testing

@Suite("Threads: relays under real threads", .serialized) struct RelayThreadsTests {
  @Test(arguments: [2, 4, 8])
  func `all subscribers agree on one order, and nothing is lost`(threads: Int) {
    let storm = RelayStorm(threads: threads, operations: 12_000 * Stress.factor)
    storm.run()
    #expect(storm.faults() == [])
  }

  @Test(arguments: [2, 4, 8])
  func `no update is lost`(threads: Int) {
    let relay = BehaviorRelay(0)
    let times = 2_000 * Stress.factor
    onThreads(threads) { _ in for _ in 0..<times { relay.update { $0 += 1 } } }
    #expect(relay.value == threads * times)
  }

  @Test(arguments: [2, 4, 8])
  func `a publish relay delivers every value once, each producer's in order`(threads: Int) {
    let relay = PublishRelay<Int>()
    let times = 2_000 * Stress.factor
    let recorder = Recorder()
    recorder.handle = relay.sink { recorder.note($0) }
    onThreads(threads) { id in for value in 0..<times { relay.accept(value * threads + id) } }
    #expect(recorder.faults == [])
    for id in 0..<threads {
      let own = recorder.log.filter { $0 % threads == id }
      #expect(own == (0..<times).map { $0 * threads + id })
    }
    recorder.cancel()
  }

  @Test func `a relay that racing threads release completes each subscriber exactly once`() {
    var faults: [String] = []
    for round in 0..<300 * Stress.factor { faults += DropRace(round: round).faults() }
    #expect(faults == [])
  }

  @Test func `a relay finished during accepts completes each subscriber exactly once`() {
    var faults: [String] = []
    for round in 0..<200 * Stress.factor { faults += FinishRace(round: round).faults() }
    #expect(faults == [])
  }

  @Test(arguments: [2, 4, 8])
  func `the order of transitions is that of the state machine`(threads: Int) {
    #expect(TransitionRace(threads: threads, times: 1_500 * Stress.factor).faults() == [])
  }

  @Test func `demand from many threads adds up, and admits no value twice`() {
    var faults: [String] = []
    for _ in 0..<60 * Stress.factor { faults += DemandRace().faults() }
    #expect(faults == [])
  }

  @Test func `slow subscribers that join a busy relay return, and miss nothing`() {
    var faults: [String] = []
    for _ in 0..<5 * Stress.factor { faults += SubscribeRace().faults() }
    #expect(faults == [])
  }

  @Test func `subscribers whose delivery moves to a task miss nothing at any demand`() {
    var faults: [String] = []
    for seed in 0..<5 * Stress.factor { faults += HandOffRace(seed: seed).faults() }
    #expect(faults == [])
  }

  @Test(arguments: [2, 4])
  func `two bound relays agree in the end`(threads: Int) {
    let (left, right) = (BehaviorRelay(0), BehaviorRelay(0))
    let binding = left.bindTwoWay(to: right)
    let times = 1_000 * Stress.factor
    onThreads(threads) { id in
      for value in 0..<times { (id % 2 == 0 ? left : right).accept(value * threads + id) }
    }
    #expect(left.value == right.value)
    withExtendedLifetime(binding) {}
  }
}

/// An intended race, with which `Scripts/thread-sanitizer.sh` proves that races are reported.
@Suite("Threads: an intended race")
struct PlantedRaceTests {
  private final class Careless: @unchecked Sendable {
    // SAFETY: none. Two threads write this concurrently, which the sanitizer must report.
    var count = 0
  }

  @Test(.enabled(if: Stress.plantsRace))
  func `two threads write one variable`() {
    let careless = Careless()
    onThreads(2) { _ in for _ in 0..<1_000 { careless.count += 1 } }
    #expect(careless.count > 0)
  }
}
