/// What Foundation knows of the world.
enum SearchKind: String, Codable, Sendable, CaseIterable {
  case country
  case language
  case currency
  case timeZone
}

/// One thing to be found, with its names by language.
struct SearchEntry: Sendable {
  /// A name, in the language with this code, and as the search compares it.
  struct Name: Sendable {
    var text: String
    var language: String
    var folded: String

    init(_ text: String, language: String) {
      self.text = text
      self.language = language
      folded = text.folded
    }
  }

  var kind: SearchKind
  /// The standard's code: `DE`, `de`, `EUR`, `Europe/Berlin`.
  var code: String
  /// At least one; the first is the name that results show.
  var names: [Name]
}

/// A found entry, as the API serves it.
struct SearchHit: Codable, Hashable, Sendable, Identifiable {
  var kind: SearchKind
  var code: String
  /// The name in English.
  var name: String
  /// The name that matched, where it is another one.
  var matched: String?
  /// The language of the name that matched.
  var language: String

  /// Kind and code: a language and a currency may have the same code but for its case.
  var id: String { "\(kind.rawValue) \(code)" }
}

/// One page of the answer to a search.
struct SearchAnswer: Codable, Hashable, Sendable {
  var query: String
  /// The number of entries that matched, on all pages.
  var total: Int
  /// What stands on this page, the best first.
  var hits: [SearchHit]
  /// Where the next page is found; nil on the last one.
  var next: String?
}
