import Testing

@testable import ReactiveResources

@Suite struct `Metadata of resources in memory` {
  @Test func `the table is purged when it is large, and not at every insertion`() {
    let cachedSizes = CachedSizes<String>()
    for number in 1...64 {
      cachedSizes.record(ResourceKey("\(number)", size: 10))
      #expect(cachedSizes.count == number)
    }
    // It is not in memory.
    cachedSizes.record(ResourceKey("65", size: 10))
    #expect(cachedSizes.count == 0)
    for number in 1...64 { cachedSizes.record(ResourceKey("\(number)", size: 10)) }
    #expect(cachedSizes.count == 64)
  }
}
