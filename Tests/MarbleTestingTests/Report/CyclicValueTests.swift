import MarbleTesting
import TestSupport
import Testing

/// Values whose objects refer to each other.
@Suite struct CyclicValueTests {
  @Test func `a cycle through a list of elements without equality is reported`() {
    let failures = failures {
      marbles { m in m.expect(m.hot("-a", ["a": Screen(2)]), "-a", ["a": Screen(1)]) }
    }
    #expect(failures.count == 1)
    let first = failures.first?.text.firstLine ?? ""
    #expect(first.contains("a.number is 2, expected 1 (at 10 ms)"), "\(failures)")
  }

  @Test func `a part after a cycle is compared`() {
    let failures = failures {
      marbles { m in m.expect(m.hot("-a", ["a": Page(2)]), "-a", ["a": Page(1)]) }
    }
    let first = failures.first?.text.firstLine ?? ""
    #expect(first.hasSuffix("a.number is 2, expected 1 (at 10 ms, and 1 more difference)"))
  }

  @Test func `the shortest path to a difference is named, without laps`() {
    let first = firstLine(Ring(["a", "b"]), Ring(["c", "d"]))
    #expect(
      first.hasSuffix(#"r.first.name is "c", expected "a" (at 10 ms, and 1 more difference)"#)
    )
  }

  @Test(arguments: [10, 40]) func `the first of many objects that differ is named`(
    _ count: Int
  ) {
    let names = (0..<count).map(String.init)
    let expected = Ring(names), actual = Ring(names.map { "-\($0)" })
    #expect(
      firstLine(expected, actual)
        .hasSuffix(#"r.first.name is "-0", expected "0" (at 10 ms, among others)"#)
    )
  }

  @Test func `a difference of a shared object is named once`() {
    let (expected, actual) = (Node("x"), Node("y"))
    let first = firstLine(
      Ring(first: Node("a", Node("b", expected)), last: expected),
      Ring(first: Node("a", Node("b", actual)), last: actual)
    )
    #expect(first.hasSuffix(#"r.last.name is "y", expected "x" (at 10 ms)"#))
  }

  @Test func `a cycle of objects that are equal by their contents is reported`() {
    let first = firstLine(Ring(["a", "b", "c"]), Ring(["a", "b", "d"]))
    #expect(first.hasSuffix(#"r.last.name is "d", expected "c" (at 10 ms)"#))
  }

  private func firstLine(_ expected: Ring, _ actual: Ring) -> String {
    let failures = failures {
      marbles { m in m.expect(m.hot("-r", ["r": actual]), "-r", ["r": expected]) }
    }
    #expect(failures.count == 1)
    return failures.first?.text.firstLine ?? ""
  }
}

private struct Page: Equatable {
  let screen: Screen
  let number: Int

  init(_ number: Int) {
    screen = Screen(number)
    self.number = number
  }
}

private final class Node: Equatable {
  var next: Node?
  let name: String

  init(_ name: String, _ next: Node? = nil) {
    self.name = name
    self.next = next
  }

  /// Compares the names of the rest of a ring, too.
  static func == (one: Node, other: Node) -> Bool { one.names == other.names }

  var names: [String] {
    var names: [String] = []
    var node: Node? = self
    for _ in 0..<5 {
      node.map { names.append($0.name) }
      node = node?.next
    }
    return names
  }
}

private struct Ring: Equatable {
  let first: Node
  let last: Node

  init(first: Node, last: Node) {
    self.first = first
    self.last = last
  }

  /// The last node refers to the first.
  init(_ names: [String]) {
    last = Node(names.last ?? "")
    first = names.dropLast().reversed().reduce(last) { Node($1, $0) }
    last.next = first
  }
}

private final class Parent {
  var children: [Child] = []
}

private final class Child {
  unowned let parent: Parent

  init(_ parent: Parent) { self.parent = parent }
}

private struct Screen: Equatable {
  let number: Int
  let parent = Parent()

  init(_ number: Int) {
    self.number = number
    parent.children = (0..<10).map { _ in Child(parent) }
  }

  static func == (one: Self, other: Self) -> Bool { one.number == other.number }
}
