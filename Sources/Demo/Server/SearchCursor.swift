import Foundation

/// The place where a page of results begins.
struct SearchCursor: Hashable, Sendable {
  /// Whose results they are.
  var query: String
  /// How many results stand before the page.
  var offset = 0
  /// How many pages without rows led here: each has a cursor of its own.
  var blanks = 0
}

extension SearchCursor {
  /// What a page calls this place; only the server that wrote it can read it.
  var token: String {
    Data("\(offset).\(blanks).\(seal)".utf8).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Reads a token; nil unless it was written for the results of this query.
  init?(_ token: String, of query: String) {
    let text = token.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
    guard
      let data = Data(base64Encoded: text + padding),
      let parts = String(data: data, encoding: .utf8)?.split(separator: ".").map({ Int($0) }),
      parts.count > 1, let offset = parts[0], let blanks = parts[1]
    else { return nil }
    self.init(query: query, offset: offset, blanks: blanks)
    guard self.token == token else { return nil }
  }

  /// A number that nobody else knows how to make (FNV-1a).
  private var seal: String {
    let hash = "\(query)/\(offset)/\(blanks)".utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 36)
  }
}
