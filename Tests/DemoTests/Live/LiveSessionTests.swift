import Synchronization
import Testing

@testable import Demo

/// The live screen with a separate server and keys from a pipe.
@Suite @MainActor struct LiveSessionTests {
  @Test func `a text is searched, and its list scrolled to the end`() async throws {
    let (feet, requests) = try await play("ol\rGGGGG")
    let total = SearchIndex.world.hits("ol").count
    #expect(feet.first == "50 of \(total); scroll for more")
    #expect(feet.last == "\(total) of \(total), the end")
    #expect(requests.count == (total + 49) / 50)
    #expect(requests.allSatisfy { $0.query == "ol" })
  }

  @Test func `a page that fails keeps the rows until t is pressed`() async throws {
    let (feet, requests) = try await play("ol\rxGGt")
    #expect(feet.suffix(3).dropLast() == [Self.failure, Self.failure])
    #expect(feet.last?.hasPrefix("100 of ") == true)
    #expect(requests.count == 3)
  }

  @Test func `a first page that fails is retried, too`() async throws {
    let (feet, _) = try await play("\tx\tol\rt")
    #expect(feet.suffix(2).first == Self.failure)
    #expect(feet.last?.hasPrefix("50 of ") == true)
  }

  @Test func `pages that shift, are blank or late arrive in their turn`() async throws {
    let (feet, requests) = try await play("an\riGbGsG", clock: NotingClock())
    let total = SearchIndex.world.hits("an").count + 1
    #expect(feet.last == "199 of \(total), duplicates dropped: 1; scroll for more")
    #expect(requests.count == 5)
  }

  @Test func `a refresh shows added entries`() async throws {
    let (feet, _) = try await play("ol\rir")
    #expect(feet.last == "50 of \(SearchIndex.world.hits("ol").count + 1); scroll for more")
  }

  @Test func `clearing the field clears the list`() async throws {
    let (feet, _) = try await play("o\r\r\u{7F}\r")
    #expect(feet.last == "")
  }

  @Test func `keys after the one that quits are ignored`() async throws {
    let (feet, requests) = try await play("ol\rq\rGGG")
    #expect(feet.count == 2)
    #expect(requests.count == 1)
  }

  @Test func `without keys the screen is written once`() async throws {
    #expect(try await play("").feet == [""])
  }

  @Test func `a terminal is drawn immediately and again, until a key quits`() async throws {
    let output = CapturedOutput(awaiting: "50 of")
    try await withServer { server, _ in
      let (input, keys) = AsyncStream.makeStream(of: [UInt8].self)
      let display = TerminalDisplay(form: .terminal(width: 80), sink: output)
      let running = Task {
        await LiveSession(server, on: display, clock: ContinuousClock()).run(keys: input)
      }
      keys.yield(Array("an".utf8))
      await output.appeared.pass()
      keys.yield([3])
      await running.value
    }
    #expect(output.text.split(separator: "\u{1B}[H").count > 3)
  }

  private static let failure = "The server answered with status 500. Press t to retry."

  /// Plays keys and returns the footer of each screen, and the requests to the server.
  private func play(
    _ keys: String,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> (feet: [String], requests: [RequestLog.Entry]) {
    let output = CapturedOutput()
    let display = PipeDisplay(console: Console(sink: output, form: .plain))
    let requests = try await withServer(clock: clock) { server, _ in
      let (input, bytes) = AsyncStream.makeStream(of: [UInt8].self)
      bytes.yield(Array(keys.utf8))
      bytes.finish()
      await LiveSession(server, on: display, clock: ContinuousClock()).run(keys: input)
      return await server.requests
    }
    let height = display.size.lines
    let feet = stride(from: height - 5, to: output.lines.count, by: height + 1)
    return (feet.map { output.lines[$0] }, requests)
  }
}
