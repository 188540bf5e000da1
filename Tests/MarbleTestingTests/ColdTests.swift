import MarbleTesting
import OpenCombineShim
import Testing

@Suite struct ColdTests {
  @Test func `a call answers the first value and ends its subscription`() {
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

  @Test func `a call without a value to answer says so`() {
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

  @Test func `a call that ignores cancellation answers late`() {
    marbles { m in
      let load = m.cold("-----x|", cancellation: .ignored)
      let task = Task { try await load() }
      m.at(.milliseconds(20)) { task.cancel() }
      m.expect(outcome(of: task), "-----(x|)")
      m.expectSubscriptions(load, ["^----!"])
    }
  }

  @Test func `a typed call throws what it is told to when cancelled`() {
    marbles { m in
      let load = m.cold("-----x|", failure: Offline())
      let task = Task { try await load(orCancelled: Offline()) }
      m.at(.milliseconds(20)) { task.cancel() }
      m.expect(outcome(of: task), "--(o|)")
    }
  }

  @Test func `values wait for demand`() {
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
