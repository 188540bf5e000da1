import ReactiveLoadable
import Testing

@Suite struct `An async sequence as a publisher (B5)` {
  struct Countdown: AsyncSequence, Sendable {
    var from: Int
    var failure: SampleError?
    let demanded = Log<Int>()

    struct Iterator: AsyncIteratorProtocol {
      var left: Int
      let failure: SampleError?
      let demanded: Log<Int>
      mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async throws(SampleError) -> Int? {
        demanded.note(left)
        guard left > 0 else {
          if let failure { throw failure }
          return nil
        }
        defer { left -= 1 }
        return left
      }
    }

    func makeAsyncIterator() -> Iterator {
      Iterator(left: from, failure: failure, demanded: demanded)
    }
  }

  @Test
  func `each subscriber receives all elements and the completion from the start`() async throws {
    let publisher = Countdown(from: 3).publisher
    for _ in 0..<2 {
      var received: [Int] = []
      for try await value in publisher.elements { received.append(value) }
      #expect(received == [3, 2, 1])
    }
  }

  @Test func `its failure is typed, and follows its elements`() async {
    var received: [Int] = []
    do throws(SampleError) {
      let elements = Countdown(from: 2, failure: .second).publisher.elements
      for try await value in elements { received.append(value) }
      Issue.record("the failure was lost")
    } catch {
      #expect(error == .second)
    }
    #expect(received == [2, 1])
  }

  @Test func `it iterates no further than the demand`() async {
    let countdown = Countdown(from: 5)
    let subscriber = SlowSubscriber()
    countdown.publisher.subscribe(subscriber)
    #expect(countdown.demanded.entries == [])
    subscriber.request(.max(2))
    #expect(await subscriber.next() == 5)
    #expect(await subscriber.next() == 4)
    #expect(countdown.demanded.entries == [5, 4])
    subscriber.request(.max(1))
    #expect(await subscriber.next() == 3)
    #expect(countdown.demanded.entries == [5, 4, 3])
  }

  @Test func `cancelling ends the iteration and nothing more is received`() async {
    let (arrived, terminated) = (Gate(), Gate())
    let (sequence, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.onTermination = { _ in terminated.open() }
    let log = Log<Int>()
    let subscription = sequence.publisher.sink {
      log.note($0)
      arrived.open()
    }
    continuation.yield(1)
    await arrived.wait()
    subscription.cancel()
    await terminated.wait()
    continuation.yield(2)
    #expect(log.entries == [1])
  }

  @Test func `a subscription that is cancelled immediately receives nothing`() async throws {
    let log = Log<Int>()
    let countdown = Countdown(from: 3)
    countdown.publisher.sink(receiveCompletion: { _ in }, receiveValue: { log.note($0) }).cancel()
    for try await _ in countdown.publisher.elements {}
    #expect(log.entries == [])
  }

  @Test func `a sequence binds to a relay`() async {
    let relay = BehaviorRelay(0)
    let seen = relay.elements
    let binding = AsyncStream { continuation in
      for value in 1...3 { continuation.yield(value) }
      continuation.finish()
    }.publisher.bind(to: relay)
    for await value in seen where value == 3 { break }
    #expect(relay.value == 3)
    withExtendedLifetime(binding) {}
  }
}

/// A subscriber that requests when the test does, and publishes the received values.
private final class SlowSubscriber: Subscriber, @unchecked Sendable {
  // SAFETY: `subscription` is set once, while subscribing, before any other use.
  private var subscription: (any Subscription)?
  private let values: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation

  init() { (values, continuation) = AsyncStream.makeStream() }

  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(completion: Subscribers.Completion<SampleError>) { continuation.finish() }
  func receive(_ value: Int) -> Subscribers.Demand {
    continuation.yield(value)
    return .none
  }

  func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }
  func next() async -> Int? {
    for await value in values { return value }
    return nil
  }
}
