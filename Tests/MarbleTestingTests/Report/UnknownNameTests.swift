import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// Names in a diagram that have no value.
@Suite struct UnknownNameTests {
  @Test(
    arguments: [
      ("f", "column 1: expected 'true' or 'false', found 'f'."),
      ("-true", "column 2: expected 'true' or 'false', found 't'."),
    ]
  )
  func `a Bool without quotes names how it is written`(_ diagram: String, _ mistake: String) {
    let text = text { $0.expect(Just(true), diagram) }
    #expect(text.firstLine == "The diagram does not match its values: \(mistake)")
    #expect(
      text.hasSuffix(
        #"Write `'true'` and `'false'` in quotes, or pass a table: `["t": true, "f": false]`."#
      )
    )
  }

  @Test func `a name that is not a number names the type`() {
    let text = text { _ = $0.hot("-1-x", MarbleValues<Int>.names) }
    #expect(
      text.firstLine
        == "The diagram does not match its values: column 4: expected a value of type Int, found 'x'."
    )
    #expect(
      text.hasSuffix(
        #"Write a value as its description, in quotes if it is longer than a character, or pass a table: `["x": …]`."#
      )
    )
  }

  @Test func `a name that a table lacks names those of the table`() {
    let text = text { _ = $0.hot("-x", ["a": 1, "b": 2]) }
    #expect(text.firstLine.hasSuffix("expected a name that has a value ('a', 'b'), found 'x'."))
    #expect(text.hasSuffix("\n\nAdd 'x' to the table, or correct the name."))
  }

  @Test func `a large table names its first names`() {
    let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
    let table = Dictionary(uniqueKeysWithValues: letters.map { ($0, 1) })
    let text = text { _ = $0.hot("-1", table) }
    let names = "'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', and 14 more"
    #expect(text.firstLine.hasSuffix("expected a name that has a value (\(names)), found '1'."))
  }

  @Test func `an empty table is named`() {
    let text = text { _ = $0.hot("-x", [String: Int]()) }
    #expect(
      text.firstLine.hasSuffix("expected a name that has a value (the table is empty), found 'x'.")
    )
  }

  @Test(arguments: ["-swift|", "-swift-rust"])
  func `a name of the table without quotes is named`(_ diagram: String) {
    let text = text { _ = $0.hot(diagram, ["swift": 1, "rust": 2]) }
    #expect(text.hasSuffix("\n\nWrite the name in quotes: `'swift'`."))
  }

  @Test func `a name in the other case is named`() {
    let text = text { _ = $0.hot("-A", ["a": 1, "b": 2]) }
    #expect(text.hasSuffix("\n\nDid you mean 'a'? Otherwise add 'A' to the table."))
  }

  @Test func `a closure that returns nil is named`() {
    let text = text { _ = $0.hot("-x", MarbleValues { Int($0) }) }
    #expect(text.firstLine.hasSuffix("expected a name that has a value, found 'x'."))
    #expect(
      text.hasSuffix(
        "\n\nThe closure of `MarbleValues` returned nil. Correct the name or the closure."
      )
    )
  }

  private func text(_ body: @escaping @Sendable (Marbles) -> Void) -> String {
    failures { marbles { m in body(m) } }.first?.text ?? ""
  }
}
