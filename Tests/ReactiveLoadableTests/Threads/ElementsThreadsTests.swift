import ReactiveLoadable
import Testing

@Suite("Threads: elements under real threads (B1, B3)", .serialized) struct ElementsThreadsTests {
  private static let times = 2_000 * Stress.factor

  /// A relay that only its writers retain, with a witness of its order and a concurrent reader.
  private struct Race {
    let elements: Elements<Int, Never>
    let witness = Recorder()
    private var relay: PublishRelay<Int>?

    init(_ buffering: Buffering) {
      let relay = PublishRelay<Int>()
      witness.handle = relay.sink { [witness] in witness.note($0) }
      elements = relay.elements(buffering: buffering)
      self.relay = relay
    }

    /// Accepts from many threads, then releases the relay, which ends the elements.
    mutating func write(threads: Int, times: Int) {
      guard let relay = relay.take() else { return }
      onThreads(threads) { id in
        for count in 0..<times { relay.accept(count * threads + id) }
      }
    }
  }

  @Test(arguments: [2, 4, 8])
  func `every value is buffered once, in the relay's order, until it is read`(threads: Int) async {
    var race = Race(.unbounded)
    race.write(threads: threads, times: Self.times)
    var received: [Int] = []
    for await value in race.elements { received.append(value) }
    #expect(received == race.witness.log)
    #expect(received.count == threads * Self.times)
  }

  @Test(arguments: [Buffering.unbounded, .newest(8), .oldest(8)])
  func `a reader next to the writers misses only counted values`(buffering: Buffering) async {
    var race = Race(buffering)
    let elements = race.elements
    let reader = Task {
      var received: [Int] = []
      for await value in elements { received.append(value) }
      return received
    }
    race.write(threads: 4, times: Self.times)
    let received = await reader.value
    #expect(received.count + elements.dropped == 4 * Self.times)
    var order = race.witness.log[...]
    for value in received {
      order = order.drop { $0 != value }.dropFirst()
    }
    let last = received.last.flatMap { race.witness.log.lastIndex(of: $0) }
    #expect(
      last == race.witness.log.count - 1 - order.count,
      "a value is out of order or duplicated"
    )
  }

  @Test func `readers that are cancelled at any time end`() async {
    for _ in 0..<200 * Stress.factor {
      let relay = PublishRelay<Int>()
      let elements = relay.elements
      let reader = Task { for await _ in elements {} }
      onThreads(2) { id in
        if id == 0 { reader.cancel() } else { for value in 0..<20 { relay.accept(value) } }
      }
      await reader.value
    }
  }

  @Test(arguments: [Buffering.unbounded, .newest(2), .oldest(2)])
  func `a reader cancelled at any time retains no value, though its sequence is stored`(
    buffering: Buffering
  ) async {
    for _ in 0..<100 * Stress.factor {
      let count = Population()
      let relay = PublishRelay<Citizen>()
      let elements = relay.elements(buffering: buffering)
      let reader = Task { for await _ in elements {} }
      onThreads(2) { id in
        if id == 0 { reader.cancel() } else { for _ in 0..<20 { relay.accept(Citizen(of: count)) } }
      }
      await reader.value
      #expect(count.alive == 0)
      withExtendedLifetime(elements) {}
    }
  }

  @Test func `a relay released at any time ends its readers`() async {
    for round in 0..<200 * Stress.factor {
      var race = Race(.unbounded)
      let elements = race.elements
      let reader = Task {
        var count = 0
        for await _ in elements { count += 1 }
        return count
      }
      race.write(threads: 2, times: round % 5)
      #expect(await reader.value == 2 * (round % 5))
    }
  }
}
