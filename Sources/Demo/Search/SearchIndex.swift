/// A search over names in several languages that ignores case, accents and letter widths.
struct SearchIndex: Sendable {
  let entries: [SearchEntry]

  /// Finds the entries that match, the best first, and returns at most `limit` of them.
  func answer(_ query: String, limit: Int = 10) -> SearchAnswer {
    let hits = hits(query)
    return SearchAnswer(
      query: query,
      total: hits.count,
      hits: Array(hits.prefix(max(0, limit)))
    )
  }

  /// Finds the entries that match, the best first.
  ///
  /// A name that equals the query comes before a name that begins with it, that before a word
  /// that begins with it, and that before a name that merely contains it. A query of spaces only
  /// finds nothing.
  func hits(_ query: String) -> [SearchHit] {
    let needle = query.folded.split(separator: " ").joined(separator: " ")
    guard !needle.isEmpty else { return [] }
    return entries.compactMap { Match($0, needle: needle) }.sorted().map(\.hit)
  }
}

extension SearchIndex {
  /// How well a name answers a query; the better is the smaller.
  enum Rank: Int, Comparable {
    case equal
    case prefix
    case word
    case inside

    init?(_ name: String, needle: String) {
      if name == needle {
        self = .equal
      } else if name.hasPrefix(needle) {
        self = .prefix
      } else if name.contains(" " + needle) {
        self = .word
      } else if name.contains(needle) {
        self = .inside
      } else {
        return nil
      }
    }

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  /// An entry beside the best of its names.
  private struct Match: Comparable {
    let entry: SearchEntry
    let name: SearchEntry.Name
    let rank: Rank

    init?(_ entry: SearchEntry, needle: String) {
      let ranked = entry.names.compactMap { name in
        Rank(name.folded, needle: needle).map { (name, $0) }
      }
      guard let best = ranked.min(by: { $0.1 < $1.1 }) else { return nil }
      (self.entry, name, rank) = (entry, best.0, best.1)
    }

    var hit: SearchHit {
      let shown = entry.names[0].text
      return SearchHit(
        kind: entry.kind,
        code: entry.code,
        name: shown,
        matched: name.text == shown ? nil : name.text,
        language: name.language
      )
    }

    private var order: (Int, Int, Int, String) {
      (rank.rawValue, name.language == "en" ? 0 : 1, name.folded.count, entry.code)
    }

    static func < (left: Match, right: Match) -> Bool { left.order < right.order }
    static func == (left: Match, right: Match) -> Bool { left.order == right.order }
  }
}
