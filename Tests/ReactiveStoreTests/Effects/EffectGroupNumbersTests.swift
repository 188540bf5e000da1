import Testing

@testable import ReactiveStore

@Suite struct `Storage of effect ids` {
  private func id(_ number: Int) -> EffectID { EffectID(number) }

  @Test func `a few unused ids are retained, and many are dropped`() {
    var groupNumbers = EffectGroupNumbers()
    for number in 1...16 {
      _ = groupNumbers.groups(of: [id(number)], in: .root)
      #expect(!groupNumbers.needsCleanup)
    }
    #expect(groupNumbers.number(of: id(1)) != nil)
    _ = groupNumbers.groups(of: [id(17)], in: .root)
    #expect(groupNumbers.needsCleanup)
    groupNumbers.removeAll(except: [])
    #expect(!groupNumbers.needsCleanup)
    #expect(groupNumbers.number(of: id(1)) == nil)
  }

  @Test func `the limit of ids is twice the number of ids in use`() {
    var groupNumbers = EffectGroupNumbers()
    let groups = (1...20).map { groupNumbers.groups(of: [id($0)], in: .root)[0] }
    groupNumbers.removeAll(except: Set(groups[..<10]))
    #expect(groupNumbers.number(of: id(10)) == groups[9])
    #expect(groupNumbers.number(of: id(11)) == nil)
    for number in 21...46 {
      _ = groupNumbers.groups(of: [id(number)], in: .root)
      #expect(!groupNumbers.needsCleanup)
    }
    _ = groupNumbers.groups(of: [id(47)], in: .root)
    #expect(groupNumbers.needsCleanup)
  }

  @Test func `a known id is not new`() {
    var groupNumbers = EffectGroupNumbers()
    for _ in 1...40 { _ = groupNumbers.groups(of: [id(1), id(2)], in: .root) }
    #expect(!groupNumbers.needsCleanup)
  }
}
