import Testing

@testable import Demo

@Suite struct MarkHistoryTests {
  private func history(_ marks: [(Int, String)]) -> MarkHistory {
    marks.reduce(into: MarkHistory()) { history, mark in
      history.note(StateMark(mark.1, "state \(mark.1)"), at: .milliseconds(mark.0))
    }
  }

  @Test func `the line begins with the first mark`() {
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

  @Test func `a mark that need not be drawn again is noted once`() {
    var history = MarkHistory()
    for offset in 1...3 { history.note(StateMark("a", "more", .omitted), at: .seconds(offset)) }
    #expect(history.marks.count == 1)
  }

  @Test func `a legend names each mark once`() {
    let marks = ["a", "b", "a"].map { StateMark($0, "state \($0)") }
    #expect(marks.legend() == ["a state a · b state b"])
    #expect(marks.legend(columns: 10) == ["a state a", "b state b"])
  }
}
