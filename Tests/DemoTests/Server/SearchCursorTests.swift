import Foundation
import Testing

@testable import Demo

@Suite struct SearchCursorTests {
  @Test(arguments: ["an", "日本", "a/b", ""], [(1, 0), (200, 0), (999_999, 12)])
  func `a token is readable by its search only`(query: String, place: (Int, Int)) {
    let cursor = SearchCursor(query: query, offset: place.0, blanks: place.1)
    #expect(SearchCursor(cursor.token, of: query) == cursor)
    #expect(SearchCursor(cursor.token, of: query + "!") == nil)
  }

  @Test func `a token is no number, and safe in a URL`() {
    for offset in 1...500 {
      let token = SearchCursor(query: "an", offset: offset).token
      #expect(Int(token) == nil)
      #expect(token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    }
  }
}
