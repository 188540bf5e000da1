import Testing

@testable import Demo

/// The words in which the scene of movies tells what the server counted.
@Suite struct MoviesWordsTests {
  @Test func `a row that is asked for twice says why`() {
    let opened = AskedRows(places: [1, 0, 5, 4, 3, 2, 4], flyingBy: [])
    #expect(opened.text == "1, 0, 5, 4, 3, 2, 4 (again, by a tap)")
    let scrolled = AskedRows(places: [9, 8, 9, 8], flyingBy: [])
    #expect(scrolled.text == "9, 8, 9 (again, for what was missing), 8 (again)")
  }

  @Test func `rows that flew by stand before those in view`() {
    let flung = AskedRows(places: [33, 32, 12, 13], flyingBy: [33, 32])
    #expect(flung.text == "33 and 32 as they flew by, then 12, 13")
    #expect(AskedRows(places: [33], flyingBy: [33, 32]).text == "33 as they flew by")
  }

  @Test func `each history of answers is a sentence`() {
    let histories = [
      AnswerHistory(wasAskedFor: false, statuses: []),
      AnswerHistory(wasAskedFor: true, statuses: []),
      AnswerHistory(wasAskedFor: true, statuses: [500, 200, 304]),
      AnswerHistory(wasAskedFor: true, statuses: [200, 206]),
    ]
    #expect(
      histories.map(\.meaning) == [
        "never asked for: its row only flew by", "ended by us before an answer: its row flew by",
        "failed; sent; asked about, and still right",
        "sent; broke off, and only the rest was sent",
      ]
    )
    #expect(histories.map(\.statusText) == ["–", "–", "500, 200, 304", "200, 206"])
  }

  @Test func `a legend keeps to its groups, what is in none comes last`() {
    let marks = ["N", "l", "x", "n", "l"].map { StateMark($0, "is \($0)") }
    #expect(marks.legend(groups: ["nl", "DN", "q"]) == ["n is n · l is l", "N is N", "x is x"])
  }

  @Test func `a check that is missed has its mark, and its reason is the result`() {
    let output = CapturedOutput()
    let checks = [
      SceneCheck("This is so.", .reached), SceneCheck("This is not.", .missed("There was none.")),
    ]
    checks.write(to: Console(sink: output, form: .plain))
    #expect(output.text == "What was checked\n✓ This is so.\n✗ This is not.\n")
    #expect(checks.result == .missed("There was none."))
    #expect([SceneCheck]().result == .reached)
  }
}
