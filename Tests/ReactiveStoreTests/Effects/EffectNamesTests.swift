import Testing

@testable import ReactiveStore

@Suite struct `Storage of effect ids` {
  private func id(_ number: Int) -> EffectID { EffectID(number) }

  @Test func `a few unused ids are retained, and many are dropped`() {
    var names = EffectNames()
    for number in 1...16 {
      _ = names.groups(of: [id(number)], in: .root)
      #expect(!names.areMany)
    }
    #expect(names.number(of: id(1)) != nil)
    _ = names.groups(of: [id(17)], in: .root)
    #expect(names.areMany)
    names.forget(besides: [])
    #expect(!names.areMany)
    #expect(names.number(of: id(1)) == nil)
  }

  @Test func `the limit of ids is twice the number of ids in use`() {
    var names = EffectNames()
    let groups = (1...20).map { names.groups(of: [id($0)], in: .root)[0] }
    names.forget(besides: Set(groups[..<10]))
    #expect(names.number(of: id(10)) == groups[9])
    #expect(names.number(of: id(11)) == nil)
    for number in 21...46 {
      _ = names.groups(of: [id(number)], in: .root)
      #expect(!names.areMany)
    }
    _ = names.groups(of: [id(47)], in: .root)
    #expect(names.areMany)
  }

  @Test func `a known id is not new`() {
    var names = EffectNames()
    for _ in 1...40 { _ = names.groups(of: [id(1), id(2)], in: .root) }
    #expect(!names.areMany)
  }
}
