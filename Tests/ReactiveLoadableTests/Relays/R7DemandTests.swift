import ReactiveLoadable
import Testing

@Suite("R7 Demand is kept")
struct R7DemandTests {
  @Test func `without demand nothing is delivered`() {
    let relay = BehaviorRelay(0)
    let puller = Puller<Int>()
    relay.subscribe(puller)
    relay.accept(1)
    #expect(puller.values.isEmpty)
    puller.cancel()
  }

  @Test func `a behavior relay conflates to the latest and counts dropped values`() {
    let relay = BehaviorRelay(0)
    let puller = Puller<Int>(first: .max(1))
    relay.subscribe(puller)
    for value in 1...3 { relay.accept(value) }
    #expect(puller.values == [0])
    puller.pull(.max(2))
    #expect(puller.values == [0, 3])
    #expect(puller.dropped == 2)
    relay.accept(4)
    relay.accept(5)
    #expect(puller.values == [0, 3, 4])
    puller.cancel()
  }

  @Test func `a publish relay buffers nothing and counts dropped values`() {
    let relay = PublishRelay<Int>()
    let puller = Puller<Int>()
    relay.subscribe(puller)
    relay.accept(1)
    puller.pull()
    for value in 2...4 { relay.accept(value) }
    #expect(puller.values == [2])
    #expect(puller.dropped == 3)
    puller.cancel()
    #expect(puller.dropped == 3)
  }

  @Test func `a replay relay buffers up to its capacity for a slow subscriber`() {
    let relay = ReplayRelay<Int>(capacity: 3)
    for value in 1...5 { relay.accept(value) }
    let puller = Puller<Int>(first: .max(2))
    relay.subscribe(puller)
    #expect(puller.values == [3, 4])
    for value in 6...9 { relay.accept(value) }
    puller.pull(.max(9))
    #expect(puller.values == [3, 4, 7, 8, 9])
    #expect(puller.dropped == 2)
    puller.cancel()
  }

  @Test func `the demand that a subscriber returns is added`() {
    let relay = BehaviorRelay(0)
    let puller = Puller<Int>(first: .max(1))
    puller.answer = { $0 < 2 ? .max(1) : .none }
    relay.subscribe(puller)
    for value in 1...4 { relay.accept(value) }
    #expect(puller.values == [0, 1, 2])
    puller.cancel()
  }

  @Test func `a request inside a value does not re-enter the subscriber`() {
    let relay = BehaviorRelay(0)
    let puller = Puller<Int>()
    let isInside = Box(false)
    puller.answer = { [unowned puller] _ in
      #expect(!isInside.value)
      isInside.value = true
      puller.pull()
      isInside.value = false
      return .none
    }
    relay.subscribe(puller)
    puller.pull()
    relay.accept(1)
    #expect(puller.values == [0, 1])
    puller.cancel()
  }

  @Test func `demand may become unlimited later`() {
    let relay = BehaviorRelay(0)
    let puller = Puller<Int>(first: .max(1))
    relay.subscribe(puller)
    relay.accept(1)
    puller.pull(.unlimited)
    relay.accept(2)
    relay.accept(3)
    #expect(puller.values == [0, 1, 2, 3])
    #expect(puller.dropped == 0)
    puller.cancel()
  }

  @Test func `the replay follows the subscription, and is not nested in it`() {
    let relay = BehaviorRelay(0)
    let events = Log<String>()
    let requesting = AnySubscriber<Int, Never>(
      receiveSubscription: {
        $0.request(.unlimited)
        events.note("subscribed")
      },
      receiveValue: {
        events.note("\($0)")
        return .none
      }
    )
    relay.subscribe(requesting)
    #expect(events.entries == ["subscribed", "0"])
  }

  #if os(macOS) || os(Linux)
  @Test func `a demand of zero is refused`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      BehaviorRelay(0).subscribe(
        AnySubscriber<Int, Never>(receiveSubscription: { $0.request(.none) })
      )
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(text?.contains("a subscriber requests a demand of at least 1") == true)
  }
  #endif
}
