import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `Several states as one (Z1-Z3)` {
  typealias State = Loadable<String, SampleError>
  typealias Both = Loadable<(String, String), SampleError>

  static let states: [String: State] = [
    "n": .notRequested, "l": .loading, "A": .loaded("A"), "B": .loaded("B"), "P": .loaded("P"),
    "r": .loading(previous: "A"), "f": .failed(.first),
    "X": .loaded("AP"), "x": .loading(previous: "AP"), "Y": .loaded("BP"),
  ]

  private func relay(_ m: Marbles, _ diagram: String) -> BehaviorRelay<State> {
    let relay = m.keep(BehaviorRelay(State.notRequested))
    m.hot(diagram, Self.states, relay.accept)
    return relay
  }

  private func joined(_ state: Both) -> State { state.map { $0 + $1 } }

  @Test func `two states zip by the table`() {
    marbles { m in
      let account = relay(m, "--l--A----r--B")
      let podcasts = relay(m, "-l-----P")
      let both = Loadable.zip(account.readOnly, podcasts.readOnly)
      m.expect(both.map(joined), "nl-----X--x--Y", Self.states)
    }
  }

  @Test func `a list of states zips by the table`() {
    marbles { m in
      let account = relay(m, "--l--A----r--B")
      let podcasts = relay(m, "-l-----P")
      let both = [account, podcasts].map(\.readOnly).zipped()
      m.expect(both.map { $0.map { $0.joined() } }, "nl-----X--x--Y", Self.states)
    }
  }

  @Test func `it completes after all parts`() {
    marbles { m in
      let parts = [Owned(BehaviorRelay(State.notRequested)), Owned(BehaviorRelay(.notRequested))]
      let both = m.keep(BehaviorRelay(State?.none))
      let zipped = parts.compactMap { $0.object?.readOnly }.zipped().sink(
        receiveCompletion: { _ in both.accept(nil) },
        receiveValue: { both.accept($0.map { $0.joined() }) }
      )
      m.keep(zipped)
      m.hot("--A", Self.states) { parts[0].object?.accept($0) }
      m.at(.milliseconds(30)) { parts[0].object = nil }
      m.hot("------P", Self.states) { parts[1].object?.accept($0) }
      m.at(.milliseconds(80)) { parts[1].object = nil }
      m.expect(both, "n-----X-E", ["n": .notRequested, "X": .loaded("AP"), "E": nil])
    }
  }

  @Test(.needsImmediateTasks) func `it completes with the last of its loaders`() {
    let log = Log<String>()
    var loaders: [Loader<NoRequest, String, SampleError>?] = [Loader { "A" }, Loader { "P" }]
    let both = loaders.compactMap { $0?.states }.zipped()
    let subscription = both.sink(
      receiveCompletion: { _ in log.note("|") },
      receiveValue: { log.note("\($0)") }
    )
    loaders[0]?.load()
    loaders[0] = nil
    loaders[1]?.load()
    loaders[1] = nil
    #expect(
      log.entries == [
        "notRequested", "loading", "notRequested", "loading", #"loaded(["A", "P"])"#, "|",
      ]
    )
    withExtendedLifetime(subscription) {}
  }

  @Test func `a zip of nothing is loaded, and completes`() {
    let log = Log<String>()
    let subscription = [ReadOnlyRelay<State>]().zipped().sink(
      receiveCompletion: { _ in log.note("|") },
      receiveValue: { log.note("\($0)") }
    )
    #expect(log.entries == ["loaded([])", "|"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `any number of any types zips`() {
    let number = BehaviorRelay(Loadable<Int, SampleError>.loaded(1))
    let text = BehaviorRelay(Loadable<String, SampleError>.loaded("a"))
    let flag = BehaviorRelay<Loadable<Bool, SampleError>>(.loading)
    let all = Loadable.zip(number.readOnly, text.readOnly, flag.readOnly)
    #expect(all.value.isLoading)
    flag.accept(.loaded(true))
    #expect(all.value.value.map { "\($0)" } == #"(1, "a", true)"#)
  }

  @Test func `no state equals the one before`() {
    marbles { m in
      let account = relay(m, "-lA-rA-fA-A-A")
      let podcasts = relay(m, "-ll-P---P-lP-")
      let both = Loadable.zip(account.readOnly, podcasts.readOnly)
      m.expect(both.map(joined), "nl--xX-fX-lX", Self.states)
    }
  }

  @Test func `values that are not comparable are all published`() {
    struct Opaque: Sendable {}
    let first = BehaviorRelay(Loadable<Opaque, SampleError>.loaded(Opaque()))
    let second = BehaviorRelay<Loadable<Opaque, SampleError>>(.loading)
    let log = Log<Bool>()
    let both = Loadable.zip(first.readOnly, second.readOnly)
    let subscription = both.sink { log.note($0.isLoading) }
    second.accept(.loading)
    for _ in 0..<2 { second.accept(.loaded(Opaque())) }
    #expect(log.entries == [true, false, false])
    withExtendedLifetime(subscription) {}
  }

  @Test func `the current state is received before subscribing returns, and once`() {
    let (first, second) = (BehaviorRelay(State.loaded("A")), BehaviorRelay(State.loaded("P")))
    let log = Log<State>()
    let both = Loadable.zip(first.readOnly, second.readOnly)
    let subscription = both.sink { log.note(joined($0)) }
    #expect(log.entries == [.loaded("AP")])
    second.accept(.loading)
    #expect(log.entries == [.loaded("AP"), .loading])
    subscription.cancel()
    second.accept(.loaded("Q"))
    #expect(log.entries.count == 2)
  }

  @Test func `a subscription retains no part, the publisher does`() {
    weak var kept: BehaviorRelay<State>?
    let log = Log<String>()
    var both: ZippedStates<[String], SampleError>?
    do {
      let relay = BehaviorRelay(State.notRequested)
      kept = relay
      both = [relay.readOnly].zipped()
    }
    let subscription = both?.sink(
      receiveCompletion: { _ in log.note("|") },
      receiveValue: { _ in log.note("n") }
    )
    #expect(kept != nil)
    both = nil
    #expect(kept == nil)
    #expect(log.entries == ["n", "|"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a cancelled subscription retains nothing`() {
    weak var kept: Canary?
    let relay = BehaviorRelay(State.notRequested)
    do {
      let canary = Canary()
      kept = canary
      [relay.readOnly].zipped().sink { _ in withExtendedLifetime(canary) {} }.cancel()
    }
    relay.accept(.loading)
    #expect(kept == nil)
  }

  @Test func `a subscriber without demand receives the latest state on demand`() {
    let (first, second) = (BehaviorRelay(State.loaded("A")), BehaviorRelay(State.notRequested))
    let subscriber = DemandingSubscriber<Loadable<[String], SampleError>>()
    [first, second].map(\.readOnly).zipped().subscribe(subscriber)
    second.accept(.loading)
    second.accept(.loaded("P"))
    #expect(subscriber.entries == [])
    subscriber.request(.max(2))
    #expect(subscriber.entries == [.loaded(["A", "P"])])
    first.accept(.loaded("B"))
    #expect(subscriber.entries.last == .loaded(["B", "P"]))
    subscriber.cancel()
  }

  @Test func `a subscriber that cancels in the first state receives no other`() {
    let (first, second) = (BehaviorRelay(State.loaded("A")), BehaviorRelay(State.loaded("P")))
    let log = Log<String>()
    let both = Loadable.zip(first.readOnly, second.readOnly)
    let subscription = both.prefix(1).sink(
      receiveCompletion: { _ in log.note("|") },
      receiveValue: { log.note("\(joined($0))") }
    )
    second.accept(.loaded("Q"))
    #expect(log.entries == [#"loaded("AP")"#, "|"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a subscriber that changes a part re-entrantly receives the states in order`() {
    let (first, second) = (BehaviorRelay(State.loaded("A")), BehaviorRelay(State.loaded("P")))
    let log = Log<Loadable<[String], SampleError>>()
    let subscription = [first, second].map(\.readOnly).zipped().sink { state in
      if state.value == ["A", "Q"] { first.accept(.loaded("B")) }
      log.note(state)
    }
    second.accept(.loaded("Q"))
    #expect(log.entries.map(\.value) == [["A", "P"], ["A", "Q"], ["B", "Q"]])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a value whose deinit calls the zip finds no lock held`() {
    let relay = BehaviorRelay(Loadable<Guest, SampleError>.notRequested)
    let other = BehaviorRelay<State>(.loading)
    let log = Log<Int>()
    let both = Loadable.zip(relay.readOnly, other.readOnly)
    let subscription = both.sink { _ in log.note(0) }
    relay.accept(.loaded(Guest { other.accept(.loaded("P")) }))
    relay.accept(.notRequested)
    #expect(other.value == .loaded("P"))
    #expect(log.entries.count == 2)
    withExtendedLifetime(subscription) {}
  }
}

private final class Canary: Sendable {}

/// A value with an action in its deinit.
private final class Guest: Sendable {
  private let leave: @Sendable () -> Void
  init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }
  deinit { leave() }
}
