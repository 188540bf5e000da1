import ReactiveLoadable
import TestSupport
import Testing

@Suite("Threads: steady and zipped states under real threads (F5, Z2)", .serialized)
struct StateStreamsThreadsTests {
  typealias State = Loadable<Int, SampleError>

  private static let times = 2_000 * Stress.factor

  @Test(arguments: [2, 4])
  func `the last state of a zip is correct, and snapshots keep their order`(threads: Int) {
    let relays = (0..<threads).map { _ in BehaviorRelay(State.loaded(0)) }
    let log = Log<[Int]>()
    let subscription = relays.map(\.readOnly).zipped().sink { log.note($0.value ?? []) }
    onThreads(threads) { id in
      for count in 1...Self.times { relays[id].accept(.loaded(count)) }
    }
    let moments = log.entries
    #expect(moments.last == relays.map { _ in Self.times })
    for (moment, next) in zip(moments, moments.dropFirst()) where moment != next {
      if !zip(moment, next).allSatisfy({ $0 <= $1 }) { Issue.record("\(moment), \(next)") }
    }
    #expect(
      zip(moments, moments.dropFirst()).allSatisfy { $0 != $1 },
      "a snapshot was published twice"
    )
    subscription.cancel()
  }

  @Test func `a zip never combines a newer value with one that was replaced before it`() {
    // The second is never ahead of the first by a previous value, if only snapshots are published.
    let (first, second) = (BehaviorRelay(State.loaded(0)), BehaviorRelay(State.loaded(0)))
    let log = Log<String>()
    let pair = [first, second].map(\.readOnly).zipped()
    let subscription = pair.sink { state in
      guard let values = state.value, values[0] < values[1] else { return }
      log.note("\(values)")
    }
    onThreads(2) { id in
      for count in 1...Self.times {
        if id == 0 {
          first.accept(.loaded(count))
          second.accept(.loaded(count))
        } else if let values = pair.value.value, values[0] < values[1] {
          log.note("read \(values)")
        }
      }
    }
    #expect(log.entries == [])
    subscription.cancel()
  }

  @Test func `parts released at any time complete a zip once`() {
    for _ in 0..<200 * Stress.factor {
      let parts = [Part(), Part()]
      let log = Log<String>()
      let subscription = parts.compactMap { $0.relay?.readOnly }.zipped().sink(
        receiveCompletion: { _ in log.note("|") },
        receiveValue: { state in if state.value == [1, 1] { log.note("done") } }
      )
      onThreads(2) { id in
        parts[id].relay?.accept(.loaded(1))
        parts[id].relay = nil
      }
      #expect(log.entries == ["done", "|"])
      withExtendedLifetime(subscription) {}
    }
  }

  @Test func `the last state is published, at any order of timer and completion`()
    async
  {
    for round in 0..<200 * Stress.factor {
      let part = Part()
      let clock = HandClock()
      let log = Log<State>()
      let end = Gate()
      let subscription = part.relay?.steadied(clock: clock).sink(
        receiveCompletion: { _ in end.open() },
        receiveValue: { log.note($0) }
      )
      onThreads(2) { id in
        if id == 0 {
          for count in 0..<5 {
            part.relay?.accept(.loading)
            part.relay?.accept(.loaded(count))
          }
          if round % 2 == 0 { part.relay?.accept(.loading) }
          part.relay = nil
        } else {
          for _ in 0..<10 { clock.ring() }
        }
      }
      await end.wait()
      #expect(log.entries.first == .notRequested)
      #expect(log.entries.last == (round % 2 == 0 ? .loading : .loaded(4)))
      withExtendedLifetime(subscription) {}
    }
  }

  @Test(.needsImmediateTasks)
  func `a subscription cancelled at any time leaves no sleeping task`() async {
    for _ in 0..<200 * Stress.factor {
      let relay = BehaviorRelay(State.notRequested)
      let clock = HandClock()
      let subscription = Held(relay.steadied(clock: clock).sink { _ in })
      onThreads(2) { id in
        if id == 0 {
          relay.accept(.loading)
          relay.accept(.loading(previous: 1))
        } else {
          subscription.cancel()
        }
      }
      #expect(clock.sleepers == 0)
    }
  }
}

/// A relay that one thread releases.
private final class Part: @unchecked Sendable {
  // SAFETY: one thread touches it, and the test before and after that thread.
  var relay: BehaviorRelay<StateStreamsThreadsTests.State>? = BehaviorRelay(.notRequested)
}

/// A subscription that one thread cancels.
private final class Held: @unchecked Sendable {
  // SAFETY: one thread touches it, and the test before and after that thread.
  private let subscription: AnyCancellable
  init(_ subscription: AnyCancellable) { self.subscription = subscription }
  func cancel() { subscription.cancel() }
}
