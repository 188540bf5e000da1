import Testing

@testable import Demo

@Suite struct TextTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한국", 4), ("ｱ", 1), ("Ａ", 2),
    ("😀", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("✔️", 2), ("…–“", 3), ("\u{200B}", 0), ("⠋─", 2),
  ])
  func `a text has the columns that a terminal gives it`(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("abc", 1, "…"), ("", 0, ""),
  ])
  func `a text is cut between characters`(text: String, limit: Int, expected: String) {
    #expect(text.cut(toColumns: limit) == expected)
  }

  @Test(arguments: [
    ("a b c", 3, ["a b", "c"]), ("", 5, [""]), ("abcdefg", 3, ["abc", "def", "g"]),
    ("ab cdefg", 3, ["ab", "cde", "fg"]), ("日本語", 3, ["日", "本", "語"]), ("a  b", 9, ["a b"]),
    ("abc", 3, ["abc"]),
  ])
  func `a text is wrapped at spaces, and inside a word that is too long`(
    text: String,
    limit: Int,
    expected: [String]
  ) {
    #expect(text.wrapped(toColumns: limit) == expected)
  }

  @Test(arguments: [
    ("a\tb\r\nc\nd", "a b c d"), ("\u{1B}[2J", "[2J"), ("a\u{202E}b\u{2066}", "ab"),
    ("e\u{301}\u{7}", "e\u{301}"), ("👨‍👩‍👧", "👨‍👩‍👧"),
  ])
  func `control characters are removed`(text: String, expected: String) {
    #expect(text.withoutControls == expected)
  }

  @Test func `a table aligns its cells by columns on the screen`() {
    let table = TextTable(
      ["Name", .right("No")],
      rows: [["日本", "1"], ["a", "100"], ["short"]]
    )
    #expect(
      table.lines(width: nil) == [
        "Name    No", "─────  ───", "日本     1", "a      100", "short",
      ]
    )
  }

  @Test(arguments: [80, 40, 20, 12])
  func `a table shortens its widest cells until it fits`(width: Int) {
    let long = String(repeating: "日本 ", count: 20)
    let table = TextTable(["A", "B"], rows: [[long, "short"], ["x", "y"]])
    #expect(table.lines(width: width).allSatisfy { $0.columns <= width })
    #expect(table.lines(width: width).last?.hasPrefix("x") == true)
  }

  @Test func `a table without rows has its headings`() {
    #expect(TextTable(["A"], rows: []).lines(width: 1) == ["A", "─"])
  }
}
