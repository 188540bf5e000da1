import ReactiveLoadable
import Testing

@Suite("R5 No lock is held around a subscriber's code")
struct R5ReentrancyTests {
  @Test func `any call is allowed inside a callback`() {
    let relay = BehaviorRelay(0)
    let log = Log<Int>()
    let inner = Box<[AnyCancellable]>([])
    let puller = Puller<Int>()
    relay.subscribe(puller)
    let subscription = relay.sink { value in
      log.note(relay.value)
      guard value == 1 else { return }
      relay.accept(2)
      relay.update { $0 += 1 }
      inner.value.append(relay.sink { log.note(100 + $0) })
      inner.value.first?.cancel()
      puller.pull()
    }
    relay.accept(1)
    #expect(log.entries == [0, 1, 103, 3, 3])
    #expect(puller.values == [3])
    withExtendedLifetime(subscription) {}
  }

  @Test func `reading the value inside its own comparison does not deadlock`() {
    let relay = BehaviorRelay(1)
    let doubled = relay.update { value in
      value = relay.value * 2
      return value
    }
    #expect(doubled == 2)
  }

  @Test func `a subscriber may accept while it completes`() {
    let events = Log<String>()
    let other = BehaviorRelay("")
    let logging = other.sink { events.note($0) }
    let make = {
      PublishRelay<Int>().sink(
        receiveCompletion: { _ in other.accept("finished") },
        receiveValue: { _ in }
      )
    }
    let subscription = make()
    #expect(events.entries == ["", "finished"])
    withExtendedLifetime((logging, subscription)) {}
  }
}

@Suite("R6 The current value is first, and once")
struct R6FirstValueTests {
  @Test func `a second subscriber sees the current value first`() {
    let relay = BehaviorRelay(0)
    let (first, second) = (Log<Int>(), Log<Int>())
    let early = relay.sink { first.note($0) }
    relay.accept(1)
    relay.accept(2)
    let late = relay.sink { second.note($0) }
    relay.accept(3)
    #expect(first.entries == [0, 1, 2, 3])
    #expect(second.entries == [2, 3])
    withExtendedLifetime((early, late)) {}
  }

  @Test func `subscribing in a delivery replays the last accepted value, and skips the queue`() {
    let relay = BehaviorRelay(0)
    let log = Log<Int>()
    let atOnce = Log<[Int]>()
    let late = Box<AnyCancellable?>(nil)
    let early = relay.sink {
      guard $0 == 1 else { return }
      relay.accept(2)
      late.value = relay.sink { log.note($0) }
      atOnce.note(log.entries)
    }
    relay.accept(1)
    relay.accept(3)
    #expect(atOnce.entries == [[2]])
    #expect(log.entries == [2, 3])
    withExtendedLifetime(early) {}
  }

  @Test func `subscribing inside the replay of another subscriber works`() {
    let relay = BehaviorRelay(7)
    let log = Log<Int>()
    let inner = Box<AnyCancellable?>(nil)
    let outer = relay.sink { _ in
      if inner.value == nil { inner.value = relay.sink { log.note($0) } }
    }
    relay.accept(8)
    #expect(log.entries == [7, 8])
    withExtendedLifetime(outer) {}
  }

  @Test func `a publish relay replays nothing`() {
    let relay = PublishRelay<Int>()
    let log = Log<Int>()
    relay.accept(1)
    let subscription = relay.sink { log.note($0) }
    relay.accept(2)
    #expect(log.entries == [2])
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: [1, 2, 3, 4, 7])
  func `a replay relay replays its buffer, oldest first`(capacity: Int) {
    let relay = ReplayRelay<Int>(capacity: capacity)
    for value in 1...5 { relay.accept(value) }
    let log = Log<Int>()
    let subscription = relay.sink { log.note($0) }
    relay.accept(6)
    let remembered = (1...5).suffix(capacity)
    #expect(log.entries == remembered + [6])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a replay relay that has accepted nothing replays nothing`() {
    let relay = ReplayRelay<Int>(capacity: 3)
    let log = Log<Int>()
    let subscription = relay.sink { log.note($0) }
    #expect(log.entries.isEmpty)
    withExtendedLifetime(subscription) {}
  }

  #if os(macOS) || os(Linux)
  @Test func `a replay relay without capacity is refused`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ReplayRelay<Int>(capacity: 0)
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(text?.contains("the capacity of a replay relay is at least 1, not 0") == true)
  }
  #endif
}
