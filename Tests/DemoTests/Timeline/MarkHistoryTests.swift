import ReactiveLoadable
import Testing

@testable import Demo

@Suite struct MarkHistoryTests {
  private func history(_ marks: [(Int, String)]) -> MarkHistory {
    marks.reduce(into: MarkHistory()) { history, mark in
      history.note(StateMark(mark.1, "state \(mark.1)"), at: .milliseconds(mark.0))
    }
  }

  @Test func `the line starts with the first mark`() {
    let history = history([(50, "l"), (80, "1"), (80, "a"), (1080, "2")])
    #expect(history.line(frame: .milliseconds(10)) == "l--(1a) 990ms 2")
  }

  @Test func `a line that is too wide loses its oldest marks`() {
    var history = history([(0, "n"), (100, "l"), (130, "1"), (1130, "a")])
    history.trim(columns: 11, frame: .milliseconds(10))
    #expect(history.line(frame: .milliseconds(10)) == "1 990ms a")
    history.trim(columns: 0, frame: .milliseconds(10))
    #expect(history.line(frame: .milliseconds(10)) == "a")
  }

  @Test func `a mark that is not drawn twice is recorded once`() {
    var history = MarkHistory()
    let mark = StateMark("a", "more", .busy, .omitted)
    for offset in 1...3 { history.note(mark, at: .seconds(offset)) }
    #expect(history.marks.count == 1)
  }

  @Test func `a legend names each mark once`() {
    let marks = ["a", "b", "a"].map { StateMark($0, "state \($0)") }
    #expect(marks.legend().map(\.text) == ["a state a · b state b"])
    #expect(marks.legend(columns: 10).map(\.text) == ["a state a", "b state b"])
  }

  @Test func `a letter with two meanings is ambiguous`() {
    let marks = [StateMark("a", "one"), StateMark("b", "two"), StateMark("a", "one")]
    #expect(marks.ambiguous.isEmpty)
    #expect((marks + [StateMark("a", "three")]).ambiguous == ["a"])
  }

  @Test func `loading is amber, failed is red, loaded is green, and times are plain`() {
    var history = MarkHistory()
    let states: [Loadable<Int, APIError>] = [
      .notRequested, .loading, .failed(.timedOut), .loading(previous: 1), .loaded(1),
    ]
    for (index, state) in states.enumerated() {
      history.note(state.mark { StateMark("4", "loaded \($0)") }, at: .milliseconds(420 * index))
    }
    let line = history.styledLine(frame: .milliseconds(10))
    #expect(line.text == "n 410ms l 410ms f 410ms r 410ms 4")
    let parts = line.spans.filter { $0.style != .plain }.map { "\($0.text) \($0.style)" }
    #expect(parts == ["n bold", "l busy", "f bad", "r busy", "4 good"])
  }

  @Test func `a marble line is colored on a terminal, and plain with NO_COLOR and in a pipe`() {
    var history = MarkHistory()
    history.note(StateMark("l", "loading", .busy), at: .zero)
    history.note(StateMark("d", "loaded"), at: .milliseconds(20))
    let forms: [(ConsoleForm, String)] = [
      (.terminal(), "\u{1B}[38;5;214ml\u{1B}[0m-\u{1B}[32md\u{1B}[0m\n"),
      (.terminal(usesStyles: false), "l-d\n"), (.plain, "l-d\n"),
    ]
    for (form, text) in forms {
      let output = CapturedOutput()
      Console(sink: output, form: form).line(history.styledLine(frame: .milliseconds(10)))
      #expect(output.text == text)
    }
  }
}
