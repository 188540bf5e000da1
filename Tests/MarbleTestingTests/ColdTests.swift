import CombineShim
import MarbleTesting
import Testing

@Suite struct ColdTests {
  @Test func `a call returns the first value and ends its subscription`() {
    marbles { m in
      let load = m.cold("--x-y|", ["x": 7, "y": 8])
      let clicks = m.hot("-a---b|")
      m.expect(clicks.elements.map { _ in try await load() }, "---7---(7|)")
      m.expectSubscriptions(load, ["-^-!", "-----^-!"])
    }
  }

  @Test func `a call throws the failure`() {
    marbles { m in
      let load = m.cold("--#", failure: Offline())
      m.expect(calls(load), "--#", failure: Offline())
      m.expectSubscriptions(load, ["^-!"])
    }
  }

  @Test func `an empty table names the type of a load function that fails`() {
    marbles { m in
      let load = m.cold("--#", [String: [Int]](), failure: Offline())
      let list: @Sendable () async throws -> [Int] = { try await load() }
      m.expect(m.hot("a").elements.map { _ in try await list() }, "--#", [String: [Int]]())
    }
  }

  @Test func `a call that completes without a value throws`() {
    marbles { m in m.expect(calls(m.cold("-|")), "-#", failure: MarbleNoValue()) }
  }

  @Test func `a cancelled call ends in the same frame`() {
    marbles { m in
      let load = m.cold("-----x|")
      let task = Task { try await load() }
      m.at(.milliseconds(20)) { task.cancel() }
      m.expect(outcome(of: task), "--(c|)")
      m.expectSubscriptions(load, ["^-!"])
    }
  }

  @Test func `a call that ignores cancellation returns late`() {
    marbles { m in
      let load = m.cold("-----x|", cancellation: .ignored)
      let task = Task { try await load() }
      m.at(.milliseconds(20)) { task.cancel() }
      m.expect(outcome(of: task), "-----(x|)")
      m.expectSubscriptions(load, ["^----!"])
    }
  }

  @Test func `a typed call throws the given error when cancelled`() {
    marbles { m in
      let load = m.cold("-----x|", failure: Offline())
      let task = Task { try await load(orCancelled: Offline()) }
      m.at(.milliseconds(20)) { task.cancel() }
      m.expect(outcome(of: task), "--(o|)")
    }
  }

  @Test func `a subscription that the end of the run cuts off has no end mark`() {
    marbles { m in
      let cold = m.cold("x")
      m.at(.milliseconds(20)) { m.keep(cold.sink { _ in }) }
      m.expectSubscriptions(cold, ["--^"])
    }
  }

  @Test func `a value waits for the demand of its subscriber`() {
    marbles { m in
      let seen = PassthroughSubject<String, Never>()
      let slow = Slow(seen)
      m.cold("ab|").receive(subscriber: slow)
      m.expect(seen, "--a--b")
      m.at(.milliseconds(20)) { slow.requestOne() }
      m.at(.milliseconds(50)) { slow.requestOne() }
    }
  }

  @Test func `a publisher with a demand of one receives one value at a time`() {
    marbles { m in
      let cold = m.cold("abc|")
      let inner = m.cold("--x|")
      m.expect(cold.flatMap(maxPublishers: .max(1)) { _ in inner }, "--x--x--x|")
      m.expectSubscriptions(inner, ["^--!", "---^--!", "------^--!"])
    }
  }

  private func calls(
    _ load: MarbleCold<String, some Error>
  ) -> AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream { try await load() }
  }

  private func outcome(of task: Task<String, some Error>) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    Task {
      switch await task.result {
      case .success(let value): continuation.yield(value)
      case .failure(let error): continuation.yield(error is CancellationError ? "c" : "o")
      }
      continuation.finish()
    }
    return stream
  }
}

/// A subscriber that requests values when the test does.
private final class Slow: Subscriber {
  private let seen: PassthroughSubject<String, Never>
  private var subscription: (any Subscription)?

  init(_ seen: PassthroughSubject<String, Never>) {
    self.seen = seen
  }

  func requestOne() { subscription?.request(.max(1)) }
  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(completion: Subscribers.Completion<Never>) { subscription = nil }

  func receive(_ value: String) -> Subscribers.Demand {
    seen.send(value)
    return .none
  }
}
