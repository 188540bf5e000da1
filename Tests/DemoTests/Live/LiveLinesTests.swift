import ReactiveLoadable
import Testing

@testable import Demo

/// The drawing of the live screen, ten lines high.
@Suite struct LiveLinesTests {
  private static let help =
    "j k · / box · r refresh · t retry · x fail · s slow · b blank · i shift · q quit"

  @Test func `the field, visible rows, the end of the list, marbles, their legend, and the keys`() {
    var screen = LiveScreen(pageSize: 5, size: .init(lines: 10, columns: 16))
    for letter in "ge" { _ = screen.press(.text(letter)) }
    _ = screen.show(.notRequested, at: .zero)
    _ = screen.show(.loading, at: .milliseconds(100))
    _ = screen.show(.loaded(.sample("abcde", total: 9, duplicateCount: 0)), at: .milliseconds(160))
    _ = screen.press(.down)
    _ = screen.press(.down)
    #expect(
      screen.lines.map(\.text) == [
        "Search: ge", "────────────────",
        "   2  Name of b                     country   b",
        "   3  Name of c                     country   c",
        "   4  Name of d                     country   d",
        "5 of 9; scroll for more", "────────────────", "n----l--1",
        "1 1 page", Self.help,
      ]
    )
  }

  @Test(
    arguments: [
      (.notRequested, ""), (.loading, "⠙ Searching"),
      (.loading(previous: .sample("ab")), "⠙ Refreshing"),
      (.failed(.timedOut), "The server did not answer in time. Press Enter, then t, to retry."),
      (
        .failed(.timedOut, previous: .sample("ab")),
        "The server did not answer in time. Press Enter, then t, to retry."
      ),
      (.loaded(.sample("ab", append: .loading, total: 9)), "⠙ Loading more, 2 of 9"),
      (
        .loaded(.sample("ab", append: .failed(.status(500)))),
        "The server answered with status 500. Press Enter, then t, to retry."
      ),
      (
        .loaded(.sample("ab", total: 9, duplicateCount: 3)),
        "2 of 9, duplicates dropped: 3; scroll for more"
      ),
      (.loaded(.sample("ab", append: .complete, total: 2)), "2 of 2, the end"),
      (.loaded(.sample("", append: .complete, total: 0)), "Nothing found"),
    ] as [(LiveScreen.State, String)]
  )
  func `the footer shows the state of the end of the list`(state: LiveScreen.State, foot: String) {
    var screen = LiveScreen(pageSize: 5, size: .init(lines: 10, columns: 40))
    screen.turn = 1
    _ = screen.show(state, at: .zero)
    #expect(screen.lines[5].text == foot)
    #expect(screen.lines.count == 10)
  }

  @Test func `in the list a failure names the retry key`() {
    var screen = LiveScreen(pageSize: 5)
    _ = screen.press(.tab)
    _ = screen.show(.failed(.timedOut), at: .zero)
    #expect(
      screen.lines[19]
        == StyledLine("The server did not answer in time. Press t to retry.", .bad)
    )
  }

  @Test func `a fault of the next page is announced until the next key`() {
    var screen = LiveScreen(pageSize: 5)
    _ = screen.press(.tab)
    for trouble in LiveTrouble.allCases {
      _ = screen.press(.text(trouble.rawValue))
      #expect(screen.lines.last?.text == trouble.note)
    }
    _ = screen.press(.text("j"))
    #expect(screen.lines.last?.text == Self.help)
  }

  @Test func `a screen of too few lines has one row`() {
    var screen = LiveScreen(pageSize: 5, size: .init(lines: 3, columns: 40))
    _ = screen.show(.loaded(.sample("abc")), at: .zero)
    #expect(screen.height == 1)
    #expect(screen.lines.count == 8)
  }

  @Test func `a terminal gets no more lines than it has`() {
    let output = CapturedOutput()
    let display = TerminalDisplay(form: .terminal(), sink: output)
    display.draw(Array(repeating: StyledLine("x"), count: display.size.lines + 9))
    #expect(output.text.split(separator: "\r\n").count == display.size.lines)
  }

  @Test func `the legend has the newest meanings that fit into one line`() {
    var screen = LiveScreen(pageSize: 5, size: .init(lines: 10, columns: 40))
    _ = screen.show(.notRequested, at: .zero)
    _ = screen.show(.loading, at: .milliseconds(100))
    _ = screen.show(.loaded(.sample("abcde", total: 9)), at: .milliseconds(160))
    #expect(screen.lines[8].text == "1 1 page · l loading · n not requested")
    _ = screen.show(.loaded(.sample("abcde", append: .loading, total: 9)), at: .milliseconds(200))
    #expect(screen.lines[8].text == "a next page in flight · 1 1 page")
  }

  @Test func `a frame starts at the top, and erases the rest of each line and of the screen`() {
    let lines = [StyledLine("one", .bold), StyledLine("t\u{1B}[2Jwo")]
    #expect(
      lines.frame(form: .terminal(width: 20))
        == "\u{1B}[H\u{1B}[1mone\u{1B}[0m\u{1B}[K\r\n\u{1B}[Jt[2Jwo"
    )
    #expect(
      lines.frame(form: .terminal(width: 20, usesStyles: false)).hasPrefix("\u{1B}[Hone\u{1B}[K")
    )
  }

  @Test func `a line as wide as the terminal keeps its last character`() {
    let lines = [StyledLine("12345678901234567890"), StyledLine("too wide for the terminal")]
    #expect(
      lines.frame(form: .terminal(width: 20))
        == "\u{1B}[H12345678901234567890\r\n\u{1B}[Jtoo wide for the te…"
    )
  }
}
