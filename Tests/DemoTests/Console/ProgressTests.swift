import Synchronization
import Testing

@testable import Demo

@Suite struct ProgressTests {
  @Test func `work that takes long shows that it goes on, and erases it`() async {
    let output = CapturedOutput(awaiting: "⠙ Loading")
    let console = Console(sink: output, form: .terminal(), clock: RunningOutClock(sleeps: 2))
    let value = await console.working("Loading") {
      await output.appeared.pass()
      return 42
    }
    #expect(value == 42)
    #expect(output.text == "⠋ Loading\r\u{1B}[2K⠙ Loading\r\u{1B}[2K")
  }

  @Test func `work that is done before the first sleep is over shows nothing`() async {
    let output = CapturedOutput()
    let console = Console(sink: output, form: .terminal(), clock: RunningOutClock(sleeps: 0))
    await console.working("Loading") {}
    #expect(output.text == "")
  }

  @Test func `a line that is written meanwhile takes the place of the progress line`() async {
    let output = CapturedOutput(awaiting: "⠋ Loading")
    let console = Console(sink: output, form: .terminal(), clock: RunningOutClock(sleeps: 1))
    await console.working("Loading") {
      await output.appeared.pass()
      console.line("news")
    }
    #expect(output.text == "⠋ Loading\r\u{1B}[2Knews\n")
  }

  @Test func `an error of the work comes through and the line is erased`() async {
    let output = CapturedOutput(awaiting: "⠋ Loading")
    let console = Console(sink: output, form: .terminal(), clock: RunningOutClock(sleeps: 1))
    await #expect(throws: APIError.timedOut) {
      try await console.working("Loading") { () throws(APIError) in
        await output.appeared.pass()
        throw .timedOut
      }
    }
    #expect(output.text == "⠋ Loading\r\u{1B}[2K")
  }

  @Test func `a drawing that comes after the end writes nothing`() {
    var line = ProgressLine()
    let id = line.begin()
    #expect(line.drawing("a", turn: 0, id: id) == "⠋ a")
    #expect(line.end(id) == "\r\u{1B}[2K")
    #expect(line.drawing("a", turn: 1, id: id) == "")
    #expect(line.erasing() == "")
  }

  @Test func `of nested work only the inner one draws, until it has ended`() {
    var line = ProgressLine()
    let (outer, inner) = (line.begin(), line.begin())
    #expect(line.drawing("outer", turn: 0, id: outer) == "")
    #expect(line.drawing("inner", turn: 0, id: inner) == "⠋ inner")
    #expect(line.end(inner) == "\r\u{1B}[2K")
    #expect(line.drawing("outer", turn: 1, id: outer) == "⠙ outer")
  }
}

/// A clock whose first sleeps are over at once; after those a sleep ends by cancellation only.
private final class RunningOutClock: Clock {
  typealias Instant = ContinuousClock.Instant

  let now = ContinuousClock.now
  let minimumResolution = Duration.zero
  private let left: Mutex<Int>

  init(sleeps: Int) {
    left = Mutex(sleeps)
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let isOver = left.withLock { left in
      left -= 1
      return left >= 0
    }
    if !isOver { await Gate().pass() }
    try Task.checkCancellation()
  }
}
