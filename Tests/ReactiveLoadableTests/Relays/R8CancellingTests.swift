import ReactiveLoadable
import Testing

@Suite("R8 Cancelling")
struct R8CancellingTests {
  @Test func `a subscriber may cancel itself and others inside a callback, twice`() {
    let relay = BehaviorRelay(0)
    let log = Log<String>()
    let handles = Box<[AnyCancellable]>([])
    for name in ["a", "b", "c"] {
      let handle = relay.sink { value in
        log.note("\(name)\(value)")
        guard name == "a", value == 1 else { return }
        for handle in handles.value.prefix(2) { handle.cancel() }
        for handle in handles.value.prefix(2) { handle.cancel() }
      }
      handles.value.append(handle)
    }
    relay.accept(1)
    relay.accept(2)
    #expect(log.entries == ["a0", "b0", "c0", "a1", "c1", "c2"])
  }

  @Test func `a subscriber may cancel itself inside the replay`() {
    let relay = BehaviorRelay(0)
    let puller = Puller<Int>(first: .unlimited)
    puller.answer = { [unowned puller] _ in
      puller.cancel()
      return .unlimited
    }
    relay.subscribe(puller)
    relay.accept(1)
    #expect(puller.values == [0])
    #expect(puller.finishes == 0)
  }

  @Test func `a subscriber may cancel inside receiving its subscription`() {
    let relay = BehaviorRelay(0)
    let log = Log<Int>()
    let leaving = AnySubscriber<Int, Never>(
      receiveSubscription: {
        $0.request(.unlimited)
        $0.cancel()
      },
      receiveValue: {
        log.note($0)
        return .none
      }
    )
    relay.subscribe(leaving)
    relay.accept(1)
    #expect(log.entries.isEmpty)
  }

  @Test func `a cancelled subscriber is released immediately`() {
    let relay = BehaviorRelay(0)
    let log = Log<String>()
    let subscription = subscribe(to: relay, holding: Token { log.note("released") })
    subscription.cancel()
    log.note("cancelled")
    #expect(log.entries == ["released", "cancelled"])
  }

  @Test func `a subscriber cancelled inside a delivery is released when that ends`() {
    let relay = BehaviorRelay(0)
    let log = Log<String>()
    let first = Box<AnyCancellable?>(nil)
    first.value = subscribe(to: relay, holding: Token { log.note("released") })
    let second = relay.sink {
      if $0 == 1 {
        first.value?.cancel()
        relay.accept(2)
      }
      log.note("\($0)")
    }
    relay.accept(1)
    #expect(log.entries == ["0", "1", "released", "2"])
    withExtendedLifetime(second) {}
  }

  @Test func `a deinit may use the relay that releases it`() {
    let relay = BehaviorRelay(0)
    let log = Log<Int>()
    let keeping = relay.sink { log.note($0) }
    let subscription = subscribe(to: relay, holding: Token { relay.accept(9) })
    subscription.cancel()
    #expect(log.entries == [0, 9])
    withExtendedLifetime(keeping) {}
  }

  @Test func `a replaced value is released outside the lock`() {
    let relay = BehaviorRelay<Token?>(nil)
    let count = BehaviorRelay(0)
    relay.accept(Token { count.accept(relay.value == nil ? 1 : 2) })
    relay.accept(nil)
    #expect(count.value == 1)
  }

  @Test func `a value that leaves the replay buffer is released outside the lock`() {
    let relay = ReplayRelay<Token?>(capacity: 2)
    let released = Box(0)
    relay.accept(
      Token {
        released.value += 1
        relay.accept(nil)
      }
    )
    relay.accept(nil)
    relay.accept(nil)
    #expect(released.value == 1)
  }

  private func subscribe(to relay: BehaviorRelay<Int>, holding token: Token) -> AnyCancellable {
    relay.sink { _ in withExtendedLifetime(token) {} }
  }
}
