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
    #expect(first.contains("a.number is 2, expected 1"), "\(failures)")
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
