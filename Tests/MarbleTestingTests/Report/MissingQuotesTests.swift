import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// A word without quotes is in the first line if it can cause all differences.
@Suite struct MissingQuotesTests {
  static let cause = #""swift" is five values; 'swift' in quotes is one: "#

  @Test func `a word that is part of an expected value is the cause`() {
    #expect(isCause { $0.expect($0.hot("-swift|").map { $0.uppercased() }, "-'SWIFT'|") })
    let searches = ["s": Search(term: "swift")]
    #expect(isCause { $0.expect($0.hot("-swift|").map(Search.init), "-s|", searches) })
    #expect(isCause { $0.expect($0.cold("--swift|").map(Search.init), "--s|", searches) })
  }

  @Test func `a value for each letter of a word is the cause`() {
    #expect(isCause { $0.expect($0.hot("-swift|").map(\.count), "-5|") })
    #expect(isCause { $0.expect($0.hot("-swift|"), "-s|") { _, _ in true } })
  }

  @Test func `a word of the expected diagram is the cause`() {
    #expect(isCause { $0.expect($0.hot("-'swift'|"), "-swift|") })
    #expect(isCause { $0.expect($0.hot("a-'swift'|"), "a-swift|") })
  }

  @Test func `a difference before the word has another cause`() {
    #expect(!isCause { $0.expect($0.hot("a-swift|"), "b-'swift'|") })
    #expect(!isCause { $0.expect($0.hot("a-'swift'|"), "b-swift|") })
    #expect(!isCause { $0.expect($0.hot("a-swift|").map(\.count), "2-1|") })
  }

  @Test func `letters that the diagram has are not the cause`() {
    #expect(!isCause { $0.expect($0.hot("-swift|"), "-swifx|") })
    #expect(!isCause { $0.expect($0.hot("-swift"), "-swift|") })
    #expect(!isCause { $0.expect($0.hot("-swift-abcd|"), "-swift|") })
  }

  @Test func `letters that the code joins are not the cause`() {
    #expect(
      !isCause { m in m.expect(m.hot("swift|").collect().map { $0.joined() }, "---'swift'|") }
    )
  }

  private func isCause(_ body: @escaping @Sendable (Marbles) -> Void) -> Bool {
    let failures = failures { marbles { m in body(m) } }
    return failures.first?.text.firstLine.contains(Self.cause) == true
  }
}

private struct Search: Equatable, Sendable {
  let term: String
}
