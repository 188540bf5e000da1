import ReactiveResources
import Testing

@Suite struct `Entity tags (H3)` {
  @Test(arguments: [
    "\"\"", "\"v1\"", "W/\"v1\"", "\"a,b\"", "\"ü\"", "\"back\\slash\"",
    "\"a b\"", "W/\"a\tb \"",
  ])
  func `a tag is parsed and sent unchanged`(text: String) {
    #expect(EntityTag(text)?.text == text)
  }

  @Test(arguments: [
    "", "v1", "\"", "\"v1", "v1\"", "w/\"v1\"", "W/v1", "\"a\"b\"", "\"a\n\"",
  ])
  func `anything but exactly one tag is invalid`(text: String) {
    #expect(EntityTag(text) == nil)
  }

  @Test func `tags match by the RFC's table`() throws {
    let strong = try #require(EntityTag("\"1\""))
    let other = try #require(EntityTag("\"2\""))
    let weak = try #require(EntityTag("W/\"1\""))
    #expect(strong.matchesStrongly(strong) && strong.matchesWeakly(strong))
    #expect(!strong.matchesStrongly(weak) && strong.matchesWeakly(weak))
    #expect(!weak.matchesStrongly(weak) && weak.matchesWeakly(weak))
    #expect(!strong.matchesStrongly(other) && !strong.matchesWeakly(other))
  }
}
