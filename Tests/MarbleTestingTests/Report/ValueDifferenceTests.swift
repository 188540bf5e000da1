@testable import MarbleEngine
import Testing

/// The first place where two values differ.
@Suite struct ValueDifferenceTests {
  @Test func `a property of a class is named`() {
    let text = text(Node("a", next: Node("b")), Node("a", next: Node("c")))
    #expect(text == #"x.next.name is "c", expected "b""#)
  }

  @Test func `a value without an equality is compared through its mirror`() {
    #expect(
      text([Plain(id: 1), Plain(id: 2)], [Plain(id: 1), Plain(id: 3)]) == "x[1].id is 3, expected 2"
    )
    #expect(text([Plain(id: 1)], [Plain(id: 1), Plain(id: 3)])?.hasPrefix("x[1] = ") == true)
  }

  @Test func `a labelled payload is named`() {
    #expect(
      text(Step.failed(code: 1, "a"), .failed(code: 2, "a")) == "x.failed.code is 2, expected 1"
    )
  }

  @Test func `lists of another length with other elements differ in their count`() {
    #expect(text([1, 2, 3], [4, 5]) == "x has 2 elements, expected 3")
    #expect(text([1, 2, 3], [1, 3]) == "x[1] = 2 is missing")
    #expect(text([1, 3], [1, 2, 3]) == "x[1] = 2 is unexpected")
    #expect(text([1], []) == "x[0] = 1 is missing")
  }

  @Test func `a set lists its members`() {
    #expect(
      text(Set([1, 2, 3, 4]), Set([9])) == "x lacks 1, 2 and 2 more and has the unexpected 9"
    )
  }

  @Test func `a cycle and a deep value end`() {
    let (one, other) = (Node("a"), Node("a"))
    (one.next, other.next) = (one, other)
    #expect(ValueDifference(one, other).places.isEmpty)
    var (deep, changed) = (Node("z"), Node("y"))
    for _ in 0..<1_000 { (deep, changed) = (Node("a", next: deep), Node("a", next: changed)) }
    #expect(ValueDifference(deep, changed).isCut)
  }

  @Test func `a million elements are compared to the last`() {
    let numbers = Array(0..<1_000_000)
    var changed = numbers
    changed[999_999] = 0
    #expect(text(numbers, changed) == "x[999999] is 0, expected 999999")
    #expect(limitedDiff(numbers, changed) == "  [999999]\n- 999999\n+ 0")
    #expect(oneLine(numbers).isCut)
  }

  @Test func `a difference of many elements is cut`() {
    let people = (0..<1_000).map { Plain(id: $0) }
    let text = limitedDiff(people, people.map { Plain(id: $0.id + 1) }) ?? ""
    #expect(text.split(separator: "\n").count == 16)
    #expect(text.hasSuffix("\n…"))
  }

  @Test func `a long text is described by its first difference`() {
    let text = String(repeating: "é", count: 100_000)
    let difference = limitedDiff(text + "a", text + "b")
    #expect(difference == "  from character 100001\n- \"…ééééééééa\"\n+ \"…ééééééééb\"")
  }

  @Test func `a value of very many parts prints its first parts`() {
    let table = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ($0, [$0]) })
    #expect(oneLine(table).count == 72)
    let state = Step.loaded(Array(0..<100_000))
    #expect(oneLine(state).hasPrefix(".loaded([0, 1, 2, "))
    #expect(oneLine(String(repeating: "a", count: 1_000_000)).hasPrefix("\"aaa"))
  }

  private func text(_ expected: Any, _ actual: Any) -> String? {
    ValueDifference(expected, actual).places.first?.text(in: "x")
  }

  private func text<Value>(_ expected: Value, _ actual: Value) -> String? {
    text(expected as Any, actual as Any)
  }
}

private struct Plain {
  let id: Int
}

private enum Step: Equatable {
  case failed(code: Int, String)
  case loaded([Int])
}

private final class Node {
  let name: String
  var next: Node?

  init(_ name: String, next: Node? = nil) {
    self.name = name
    self.next = next
  }
}
