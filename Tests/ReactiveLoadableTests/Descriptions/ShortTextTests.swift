import Testing

@testable import ReactiveRelays

@Suite struct ShortTextTests {
  struct Podcast: Hashable { var id: Int, title: String }
  enum Trouble: Error { case offline, busy(after: Int), other(String) }

  @Test(arguments: [
    (3 as any Sendable, "3"), ("a", "a"), (1.5, "1.5"), (Int?.none as any Sendable, "nil"),
    (Optional("a") as any Sendable, "Optional(\"a\")"), ([1, 2], "[1, 2]"), (["a"], "[\"a\"]"),
    ([Int](), "[]"), ([String: Int](), "[:]"), (["a": 1], "[\"a\": 1]"), (Set([1]), "[1]"),
    (Podcast(id: 1, title: "x"), "Podcast(id: 1, title: \"x\")"),
    ([Podcast(id: 1, title: "x")], "[Podcast(id: 1, title: \"x\")]"),
    (Trouble.offline, "offline"), (Trouble.busy(after: 3), "busy(after: 3)"),
    (Trouble.other("x"), "other(\"x\")"), ((1, "a") as any Sendable, "(1, \"a\")"),
    (Array(1...10), "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"),
    (Array(1...11), "[1, 2, 3, … 11 elements]"),
    (
      Dictionary(uniqueKeysWithValues: [("a", Array(0..<1_000))]),
      "[\"a\": [0, 1, 2, … 1000 elements]]"
    ),
  ])
  func `a value prints as Swift prints it, and a long collection is cut`(
    _ value: any Sendable,
    _ text: String
  ) {
    #expect(shortText(value) == text)
  }

  /// A collection that must be iterated to count its elements.
  struct Chain: Collection, CustomReflectable {
    let endIndex: Int
    var startIndex: Int { 0 }
    var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .collection) }

    func index(after index: Int) -> Int { index + 1 }
    subscript(index: Int) -> Int { index }
  }

  /// A value with many parts that print as nothing.
  struct Blank: CustomReflectable, CustomStringConvertible {
    var description: String { "" }
    var customMirror: Mirror { Mirror(self, children: []) }
  }

  struct Blanks: CustomReflectable {
    let count: Int
    var customMirror: Mirror {
      let blanks = (0..<count).lazy.map { _ in (label: String?.none, value: Blank() as Any) }
      return Mirror(self, children: AnyCollection(blanks), displayStyle: .struct)
    }
  }

  @Test func `only the first elements of a collection are counted if counting iterates it`() {
    #expect(shortText(Chain(endIndex: 3)) == "[0, 1, 2]")
    #expect(shortText(Chain(endIndex: 1000)) == "[0, 1, 2, … 1000 elements]")
    #expect(shortText(Chain(endIndex: .max)) == "[0, 1, 2, … more than 1000 elements]")
  }

  @Test func `parts that print as nothing are limited, too`() {
    #expect(shortText(Blanks(count: .max), limit: 20) == "Blanks()")
  }

  @Test func `a text is cut and has no line breaks and control characters`() {
    #expect(shortText("a\nb\r\nc\u{1B}[31m\u{2028}d") == "a b  c [31m d")
    #expect(shortText("a\nb", isQuoted: true) == #""a\nb""#)
    #expect(
      shortText(String(repeating: "a", count: 201)) == String(repeating: "a", count: 199) + "…"
    )
    #expect(shortText(String(repeating: "a", count: 200)) == String(repeating: "a", count: 200))
  }

  @Test func `a short list of long elements prints its first elements and its count`() {
    let texts = (0..<5).map { "\($0)" + String(repeating: "x", count: 1_000) }
    let text = shortText(texts)
    #expect(text.hasPrefix("[\"0xxx") && text.hasSuffix(", … 5 elements]"))
    #expect(text.count <= 200 && text.contains("\"2xxx"))
  }

  @Test func `values without an end print in bounded time`() {
    let character = "a" + String(repeating: "\u{301}", count: 1_000_000)
    let values: [Any] = [
      Array(0..<1_000_000), String(repeating: "é", count: 1_000_000), character, [character],
      Endless(), [Endless()], Wide(), Node.cycle, [[Endless()], [Endless()]],
      Array(repeating: Array(repeating: 1, count: 1_000), count: 1_000), Set(0..<100_000),
      LongDescription(), [LongDescription()], Nested.deep(10_000),
    ]
    for value in values {
      let text = shortText(value)
      #expect(text.count <= 200 && !text.contains(where: \.isNewline), "\(text)")
      #expect(text.unicodeScalars.count <= 200)
    }
  }

  @Test(arguments: 0...60) func `no text is longer than its limit`(_ limit: Int) {
    let values: [Any] = [
      Podcast(id: 1, title: "title"), [1, 2, 3], Array(0..<100), ["a": [1: Optional(2)]],
      Trouble.busy(after: 100), Endless(), "text of a value", (1, a: "text"),
      Optional([1: 2]) as Any, Int?.none as Any, [Int](), [Int: Int](),
    ]
    for value in values {
      let longest = max(limit, 1)
      // NB: A failing expectation would print the value, which has no end.
      let texts = [
        shortText(value, limit: limit), shortText(value, limit: limit, isQuoted: true),
      ]
      #expect(texts.allSatisfy { $0.count <= longest }, "\(texts)")
    }
  }
}

/// A value whose mirrors never end.
private struct Endless: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: ["next": Endless()], displayStyle: .struct) }
}

/// A value whose mirror has a million parts.
private struct Wide: CustomReflectable {
  var customMirror: Mirror {
    Mirror(self, unlabeledChildren: 0..<1_000_000, displayStyle: .tuple)
  }
}

/// An object that contains itself.
private final class Node: CustomReflectable {
  var next: Node?
  var customMirror: Mirror { Mirror(self, children: ["next": next as Any], displayStyle: .struct) }

  static var cycle: Node {
    let node = Node()
    node.next = node
    return node
  }
}

private struct LongDescription: CustomStringConvertible {
  var description: String { String(repeating: "line\n", count: 1_000_000) }
}

private indirect enum Nested {
  case end
  case next(Nested)

  static func deep(_ depth: Int) -> Nested {
    (0..<depth).reduce(.end) { nested, _ in .next(nested) }
  }
}
