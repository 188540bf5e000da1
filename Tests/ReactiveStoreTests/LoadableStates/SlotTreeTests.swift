import TestSupport
import Testing

@testable import ReactiveStore

/// A persistent array is an array whose copies stay unchanged.
@Suite struct `Copy-on-write storage of loads` {
  @Test(arguments: [1, 8, 9, 64, 65, 513])
  func `every slot has the last object set, and copies keep theirs`(count: Int) {
    var (tree, expected) = (SlotTree(), [Int?](repeating: nil, count: count))
    var random = SeededGenerator(UInt64(count))
    for value in 0..<(4 * count) {
      let (before, old) = (tree, expected)
      let slot = Int.random(in: 0..<count, using: &random)
      let isEmpty = Int.random(in: 0..<4, using: &random) == 0
      expected[slot] = isEmpty ? nil : value
      tree[slot] = isEmpty ? nil : Numbered(value)
      #expect((tree[slot] as? Numbered)?.number == expected[slot])
      #expect((before[slot] as? Numbered)?.number == old[slot])
    }
    #expect((0..<count).map { (tree[$0] as? Numbered)?.number } == expected)
    #expect(tree[count + 1_000_000] == nil)
  }
}

private final class Numbered: Sendable {
  let number: Int

  init(_ number: Int) { self.number = number }
}
