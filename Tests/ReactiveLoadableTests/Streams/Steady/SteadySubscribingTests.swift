import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The contract of a subscription: its first state, its demand, its end.
@Suite struct `Subscribing to steady states (F1, F5, F6)` {
  typealias State = Loadable<String, SampleError>

  static let states = `States shown steadily (L10, F1-F7)`.states

  @Test(arguments: [State.notRequested, .loading, .loaded("A"), .failed(.first)])
  func `the first state is received when subscribing returns`(_ state: State) {
    let relay = BehaviorRelay(state)
    let log = Log<State>()
    let subscription = relay.steadied(clock: HandClock()).sink { log.note($0) }
    #expect(log.entries == [state])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a cancel discards a waiting loading state`() {
    marbles(frame: .milliseconds(100)) { m in
      let states = m.hot("nl----A", Self.states)
      let log = m.keep(PublishRelay<State>())
      let subscription = states.steadied(clock: m.clock).sink { log.accept($0) }
      m.at(.milliseconds(200)) { subscription.cancel() }
      m.expect(log, "n", Self.states)
    }
  }

  @Test(.needsImmediateTasks) func `no timer runs after the end`() {
    let clock = HandClock()
    let relay = BehaviorRelay(State.notRequested)
    let subscription = relay.steadied(clock: clock).sink { _ in }
    relay.accept(.loading)
    #expect(clock.sleepers == 1)
    relay.accept(.loaded("A"))
    #expect(clock.sleepers == 0)
    relay.accept(.loading)
    subscription.cancel()
    #expect(clock.sleepers == 0)
  }

  @Test func `a completed and a cancelled subscription retain nothing`() {
    weak var ended: BehaviorRelay<State>?
    weak var kept: Canary?
    do {
      let relay = BehaviorRelay(State.notRequested)
      ended = relay
      let canary = Canary()
      kept = canary
      let shown = relay.steadied(clock: HandClock())
      var subscriptions = [shown.sink { _ in withExtendedLifetime(canary) {} }]
      relay.accept(.loading)
      subscriptions = []
      _ = relay.elements
      withExtendedLifetime(subscriptions) {}
    }
    #expect(ended == nil)
    #expect(kept == nil)
  }

  @Test func `a relay released while a state waits publishes it, and completes`() {
    let log = Log<String>()
    var relay: BehaviorRelay<State>? = BehaviorRelay(.notRequested)
    let subscription = relay?.steadied(clock: HandClock()).sink(
      receiveCompletion: { _ in log.note("|") },
      receiveValue: { log.note("\($0)") }
    )
    relay?.accept(.loading)
    relay = nil
    #expect(log.entries == ["notRequested", "loading", "|"])
    withExtendedLifetime(subscription) {}
  }

  @Test(.needsImmediateTasks) func `a clock that throws shows every state`() {
    let log = Log<State>()
    let relay = BehaviorRelay(State.notRequested)
    let subscription = relay.steadied(clock: BrokenClock()).sink { log.note($0) }
    relay.accept(.loading)
    relay.accept(.loaded("A"))
    #expect(log.entries == [.notRequested, .loading, .loaded("A")])
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: [true, false])
  func `a subscriber is released after its cancel or the completion`(isCancelled: Bool) {
    var relay: BehaviorRelay<State>? = BehaviorRelay(.notRequested)
    weak var left: DemandingSubscriber<State>?
    do {
      let subscriber = DemandingSubscriber<State>()
      left = subscriber
      relay?.steadied(clock: BrokenClock()).subscribe(subscriber)
      subscriber.request(.unlimited)
      if isCancelled { subscriber.cancel() }
    }
    if !isCancelled { relay = nil }
    #expect(left == nil)
    _ = relay
  }

  @Test func `a subscriber without demand receives the latest state on demand`() {
    let relay = BehaviorRelay(State.notRequested)
    let subscriber = DemandingSubscriber<State>()
    relay.steadied(clock: BrokenClock()).subscribe(subscriber)
    #expect(subscriber.entries == [])
    relay.accept(.loading)
    relay.accept(.loaded("A"))
    subscriber.request(.max(1))
    #expect(subscriber.entries == [.loaded("A")])
    relay.accept(.loaded("B"))
    #expect(subscriber.entries == [.loaded("A")])
    subscriber.request(.max(1))
    #expect(subscriber.entries == [.loaded("A"), .loaded("B")])
    subscriber.cancel()
    relay.accept(.loaded("C"))
    subscriber.cancel()
    #expect(subscriber.entries.count == 2)
  }

  @Test func `an ended subscription releases the states, though its subscriber retains it`() {
    weak var kept: Canary?
    let subscriber = DemandingSubscriber<State>()
    let end = PassthroughSubject<State, Never>()
    do {
      let canary = Canary()
      kept = canary
      let states = end.map { state in withExtendedLifetime(canary) { state } }
      states.steadied(clock: HandClock()).subscribe(subscriber)
    }
    subscriber.request(.unlimited)
    end.send(.loaded("A"))
    #expect(kept != nil)
    end.send(completion: .finished)
    #expect(subscriber.isFinished)
    #expect(kept == nil)
    subscriber.cancel()
  }

  @Test func `a subscriber that cancels in the first loading state leaves no sleeping task`() {
    let (clock, relay) = (HandClock(), BehaviorRelay<State>(.loading))
    let log = Log<State>()
    let subscription = relay.steadied(clock: clock).prefix(1).sink { log.note($0) }
    relay.accept(.loading(previous: "A"))
    #expect(log.entries == [.loading])
    #expect(clock.sleepers == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test(.needsImmediateTasks)
  func `a subscriber that changes the states re-entrantly receives them in order`() {
    let relay = BehaviorRelay(State.notRequested)
    let log = Log<State>()
    let subscription = relay.steadied(clock: BrokenClock()).sink { state in
      if state.isLoading { relay.accept(.loaded("A")) }
      log.note(state)
    }
    relay.accept(.loading)
    #expect(log.entries == [.notRequested, .loading, .loaded("A")])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a completed upstream publishes its state and its completion`() {
    let log = Log<String>()
    let subscription = Just(State.loading).steadied(clock: HandClock()).sink(
      receiveCompletion: { _ in log.note("|") },
      receiveValue: { log.note("\($0)") }
    )
    #expect(log.entries == ["loading", "|"])
    withExtendedLifetime(subscription) {}
  }
}

private final class Canary: Sendable {}
