import Testing

@testable import Demo

@Suite struct ByteRangeTests {
  @Test(arguments: [
    ("bytes=0-4", 0..<5), ("bytes=5-", 5..<10), ("bytes=-3", 7..<10), ("bytes=9-9", 9..<10),
    ("bytes=2-99", 2..<10), ("bytes=-99", 0..<10), ("Bytes=0-0", 0..<1),
    ("bytes=1-999999999999999999", 1..<10),
  ])
  func `a range is read as far as there are bytes`(text: String, range: Range<Int>) {
    #expect(ByteRange(text, of: 10) == .part(range))
  }

  @Test(arguments: ["bytes=10-", "bytes=10-12", "bytes=-0"])
  func `a range without a byte is outside`(text: String) {
    #expect(ByteRange(text, of: 10) == .outside)
  }

  @Test(arguments: [
    "", "bytes", "bytes=", "bytes=-", "bytes=4-3", "bytes=+1-2", "bytes=1-2,4-5", "lines=1-2",
    "bytes=1-2 ", "bytes=1-9999999999999999999", "bytes=٣-٤",
  ])
  func `what is no single range is ignored`(text: String) {
    #expect(ByteRange(text, of: 10) == nil)
  }

  @Test func `nothing has no part`() {
    #expect(ByteRange("bytes=0-", of: 0) == .outside)
    #expect(ByteRange("bytes=-1", of: 0) == .outside)
  }
}
