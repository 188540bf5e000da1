import Testing

@testable import Demo

/// The text of the movie scene about the counts of the server.
@Suite struct MoviesWordsTests {
  @Test func `a row that is requested twice has a reason`() {
    let opened = RequestedRows(places: [1, 0, 5, 4, 3, 2, 4], flyingBy: [])
    #expect(opened.text == "1, 0, 5, 4, 3, 2, 4 (again, by a tap)")
    let scrolled = RequestedRows(places: [9, 8, 9, 8], flyingBy: [])
    #expect(scrolled.text == "9, 8, 9 (again, for the missing part), 8 (again)")
  }

  @Test func `rows that scrolled by are listed before visible ones`() {
    let flung = RequestedRows(places: [33, 32, 12, 13], flyingBy: [33, 32])
    #expect(flung.text == "33 and 32 while flying by, then 12, 13")
    #expect(RequestedRows(places: [33], flyingBy: [33, 32]).text == "33 while flying by")
  }

  @Test func `each history of responses is a sentence`() {
    let histories = [
      AnswerHistory(wasRequested: false, statuses: []),
      AnswerHistory(wasRequested: true, statuses: []),
      AnswerHistory(wasRequested: true, statuses: [500, 200, 304]),
      AnswerHistory(wasRequested: true, statuses: [200, 206]),
    ]
    #expect(
      histories.map(\.meaning) == [
        "not requested: its row only flew by", "cancelled before an answer: its row flew by",
        "failed; sent; revalidated, unchanged",
        "sent; broke off, and only the rest was sent",
      ]
    )
    #expect(histories.map(\.statusText) == ["–", "–", "500, 200, 304", "200, 206"])
  }

  @Test func `a missed check is marked, and its reason is the result`() {
    let output = CapturedOutput()
    let blocks: [Block] = [
      SceneResult.reached.proves("This is so."), .line("other"),
      SceneResult.missed("Found none.").proves("This is not."),
    ]
    Console(sink: output, form: .plain).write(blocks.checks)
    #expect(blocks.checks.map(\.result).all == .missed("Found none."))
    #expect(output.text == "\nChecks\n✓ This is so.\n✗ This is not.\n")
    #expect([SceneResult]().all == .reached)
  }
}
