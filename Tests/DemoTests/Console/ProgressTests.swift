import ReactiveLoadable
import Synchronization
import Testing

@testable import Demo

@Suite struct ProgressTests {
  @Test func `slow work shows its progress line, and erases it`() async {
    let output = CapturedOutput(awaiting: "⠙ Loading")
    let console = Console(sink: output, form: .terminal(), clock: RunningOutClock(sleeps: 2))
    let value = await console.working("Loading") {
      await output.appeared.pass()
      return 42
    }
    #expect(value == 42)
    #expect(output.text == "⠋ Loading\r\u{1B}[2K⠙ Loading\r\u{1B}[2K")
  }

  @Test func `work that ends before the first sleep shows nothing`() async {
    let output = CapturedOutput()
    let console = Console(sink: output, form: .terminal(), clock: RunningOutClock(sleeps: 0))
    await console.working("Loading") {}
    #expect(output.text == "")
  }

  @Test func `a line written during the work replaces the progress line`() async {
    let output = CapturedOutput(awaiting: "⠋ Loading")
    let console = Console(sink: output, form: .terminal(), clock: RunningOutClock(sleeps: 1))
    await console.working("Loading") {
      await output.appeared.pass()
      console.line("news")
    }
    #expect(output.text == "⠋ Loading\r\u{1B}[2Knews\n")
  }

  @Test func `an error of the work is rethrown and the line is erased`() async {
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

  @Test func `on a terminal a bar replaces the one before, and is erased`() async {
    let output = CapturedOutput()
    await Console(sink: output, form: .terminal(width: 80)).measuring { show in
      show(LoadProgress(completed: 0, of: 3_000_000))
      show(LoadProgress(completed: 1, of: 3_000_000))
      show(LoadProgress(completed: 1_560_000, of: 3_000_000))
    }
    let empty = "[--------------------] 0 %  0.0 of 3.0 MB"
    let half = "[##########----------] 52 %  1.5 of 3.0 MB"
    #expect(output.text == "\(empty)\r\u{1B}[2K\(half)\r\u{1B}[2K")
  }

  @Test func `a bar is truncated to the terminal, so that it can be erased`() async {
    let output = CapturedOutput()
    await Console(sink: output, form: .terminal(width: 20)).measuring { $0(0.5) }
    #expect(output.text == "[##########-------…\r\u{1B}[2K")
  }

  @Test func `in a pipe each quarter is a line, once`() async {
    let output = CapturedOutput()
    await Console(sink: output, form: .plain).measuring { show in
      for percent in stride(from: Int64(0), through: 100, by: 10) {
        show(LoadProgress(completed: percent * 30_000, of: 3_000_000))
      }
    }
    #expect(
      output.lines == [
        "  30 %  0.9 of 3.0 MB", "  50 %  1.5 of 3.0 MB", "  80 %  2.4 of 3.0 MB",
        "  100 %  3.0 of 3.0 MB", "",
      ]
    )
  }

  @Test func `an error of measured work is rethrown and the bar is erased`() async {
    let output = CapturedOutput(awaiting: "100 %")
    let console = Console(sink: output, form: .terminal(width: 80))
    await #expect(throws: APIError.timedOut) {
      try await console.measuring { (show) async throws(APIError) in
        show(1.0)
        await output.appeared.pass()
        throw .timedOut
      }
    }
    #expect(output.text == "[####################] 100 %\r\u{1B}[2K")
  }

  @Test(arguments: [
    (LoadProgress(fraction: 0.999), "[###################-] 99 %"),
    (LoadProgress(completed: 4_000_000, of: 3_000_000), "[\(full)] 100 %  4.0 of 3.0 MB"),
    (LoadProgress(completed: 99_999), "0.0 MB"),
    (LoadProgress(completed: 12_345_678), "12.3 MB"),
  ])
  func `a bar shows the known numbers`(progress: LoadProgress, text: String) {
    #expect(progress.bar() == text)
  }

  private static let full = String(repeating: "#", count: 20)

  @Test func `a drawing after the end writes nothing`() {
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

/// A clock whose first sleeps end immediately; after those a sleep ends by cancellation only.
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
