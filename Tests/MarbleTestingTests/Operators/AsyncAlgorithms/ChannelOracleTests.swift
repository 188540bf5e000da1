import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

@Suite struct ChannelOracleTests {
  @Test func `a value is sent when its consumer demands it`() {
    marbles { m in
      let channel = AsyncChannel<String>()
      let sent = sending("abc", to: channel)
      m.expect(channel.busy(for: .frames(3), on: m.clock), "---a--b--(c|)")
      m.expect(sent, "a--b--(c|)")
    }
  }

  @Test func `without a consumer a sender waits`() {
    marbles { m in
      let channel = AsyncChannel<String>()
      m.expect(sending("a", to: channel), "---------(a|)")
      // So that the sender does not wait endlessly.
      m.at(.milliseconds(90)) { channel.finish() }
    }
  }

  @Test func `senders resume in the order of sending`() {
    marbles { m in
      let channel = AsyncChannel<String>()
      for name in ["a", "b", "c"] { Task { await channel.send(name) } }
      m.expect(channel.busy(for: .frames(2), on: m.clock), "--a-b-c")
    }
  }

  @Test func `each value goes to one of two consumers`() {
    marbles { m in
      let channel = AsyncChannel<String>()
      m.expect(channel, "--a---c-|")
      m.expect(channel, "----b-d-|")
      feed(channel, m.hot("--a-b-(cd)-|"))
    }
  }

  // NB: "immediately resumes all the suspended operations": the values to send are dropped.
  @Test func `finish drops the waiting values`() {
    marbles { m in
      let channel = AsyncChannel<String>()
      m.expect(sending("ab", to: channel), "---(ab|)")
      m.at(.frames(3)) { channel.finish() }
      m.expect(late(channel, at: .frames(5), m), "-----|")
    }
  }

  @Test func `sending after the end returns immediately`() {
    marbles { m in
      let channel = AsyncChannel<String>()
      channel.finish()
      m.expect(sending("ab", to: channel), "(ab|)")
      m.expect(channel, "|")
    }
  }

  @Test func `a cancelled sender does not send`() {
    marbles { m in
      let channel = AsyncChannel<String>()
      let first = Task { await channel.send("a") }
      Task { await channel.send("b") }
      m.at(.frames(2)) { first.cancel() }
      m.expect(late(channel, at: .frames(4), m), "----b")
    }
  }

  @Test func `a failure reaches a waiting consumer`() {
    marbles { m in
      let channel = AsyncThrowingChannel<String, any Error>()
      m.at(.frames(1)) { Task { await channel.send("a") } }
      m.at(.frames(3)) { channel.fail(Offline()) }
      m.expect(channel, "-a-#", failure: Offline())
    }
  }

  @Test func `a failure overtakes waiting values`() {
    marbles { m in
      let channel = AsyncThrowingChannel<String, any Error>()
      Task { await channel.send("a") }
      m.at(.frames(2)) { channel.fail(Offline()) }
      m.expect(late(channel, at: .frames(4), m), "----#", failure: Offline())
    }
  }

  @Test func `a consumer that starts after the failure receives only the end`() {
    marbles { m in
      let channel = AsyncThrowingChannel<String, any Error>()
      m.at(.frames(2)) { channel.fail(Offline()) }
      m.expect(channel, "--#", failure: Offline())
      m.expect(late(channel, at: .frames(4), m), "----|")
    }
  }

  // NB: "sends an error to all awaiting iterations".
  @Test func `a failure reaches each waiting consumer`() {
    marbles { m in
      let channel = AsyncThrowingChannel<String, any Error>()
      m.at(.frames(2)) { channel.fail(Offline()) }
      m.expect(channel, "--#", failure: Offline())
      m.expect(channel, "--#", failure: Offline())
    }
  }

  /// Reports each value when its sender continues.
  private func sending(_ names: String, to channel: AsyncChannel<String>) -> AsyncStream<String> {
    let (sent, continuation) = AsyncStream.makeStream(of: String.self)
    Task {
      for name in names {
        await channel.send(String(name))
        continuation.yield(String(name))
      }
      continuation.finish()
      channel.finish()
    }
    return sent
  }

  private func feed(_ channel: AsyncChannel<String>, _ input: MarbleHot<String, Never>) {
    let elements = input.elements
    Task {
      for await name in elements { await channel.send(name) }
      channel.finish()
    }
  }

  /// A consumer that starts later.
  private func late<Stream: AsyncSequence & Sendable>(
    _ stream: Stream,
    at time: Duration,
    _ m: Marbles
  ) -> some AsyncSequence<Stream.Element, any Error> {
    let clock = m.clock
    return AsyncThrowingStream(Stream.self) { $0.yield(stream) }
      .map { stream in
        try await clock.sleep(for: time)
        return stream
      }
      .prefix(1)
      .joined()
  }
}
