import Testing

@testable import ReactiveResources

@Suite struct `Metadata of resources in memory` {
  @Test func `the table is purged when it is large, and not at every insertion`() {
    let atHand = ResourcesAtHand<String>()
    for number in 1...64 {
      atHand.note(ResourceKey("\(number)", size: 10))
      #expect(atHand.count == number)
    }
    // It is not in memory.
    atHand.note(ResourceKey("65", size: 10))
    #expect(atHand.count == 0)
    for number in 1...64 { atHand.note(ResourceKey("\(number)", size: 10)) }
    #expect(atHand.count == 64)
  }
}
