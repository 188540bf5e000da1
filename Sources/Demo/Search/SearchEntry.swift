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
struct SearchHit: Codable, Hashable, Sendable {
  var kind: SearchKind
  var code: String
  /// The name in English.
  var name: String
  /// The name that matched, where it is another one.
  var matched: String?
  /// The language of the name that matched.
  var language: String
}

/// The answer to one search.
struct SearchAnswer: Codable, Hashable, Sendable {
  var query: String
  /// The number of entries that matched, of which `hits` are the best.
  var total: Int
  var hits: [SearchHit]
}
