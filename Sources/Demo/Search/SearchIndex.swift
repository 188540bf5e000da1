import Foundation

/// A search over names in several languages that ignores case, accents and letter widths.
struct SearchIndex: Sendable {
  let entries: [SearchEntry]

  /// Finds the matching entries, the best first; a blank query has no matches.
  func hits(_ query: String) -> [SearchHit] {
    let needle = query.folded.split(separator: " ").joined(separator: " ")
    guard !needle.isEmpty else { return [] }
    return entries.compactMap { Match($0, needle: needle) }.sorted().map(\.hit)
  }
}

private struct Match: Comparable {
  let entry: SearchEntry
  let name: SearchEntry.Name
  /// The quality of the match: equal, prefix, prefix of a word, inside.
  let rank: Int

  init?(_ entry: SearchEntry, needle: String) {
    let ranked = entry.names.compactMap { name in
      Self.rank(name.folded, needle).map { (name: name, rank: $0) }
    }
    guard let best = ranked.min(by: { $0.rank < $1.rank }) else { return nil }
    (self.entry, name, rank) = (entry, best.name, best.rank)
  }

  private static func rank(_ name: String, _ needle: String) -> Int? {
    guard name.contains(needle) else { return nil }
    return [name == needle, name.hasPrefix(needle), name.contains(" " + needle), true]
      .firstIndex(of: true)
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
    (rank, name.language == "en" ? 0 : 1, name.folded.count, entry.code)
  }

  static func < (left: Match, right: Match) -> Bool { left.order < right.order }
  static func == (left: Match, right: Match) -> Bool { left.order == right.order }
}

extension SearchIndex {
  /// The languages of the searchable names; results show the first.
  static let languages = [
    "en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "tr", "ja", "zh", "ko", "ru", "ar",
  ]

  static let world: SearchIndex = {
    // Two letters are a country; three digits are a continent or another group of countries.
    let regions = Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 }
    let languages = Locale.LanguageCode.isoLanguageCodes.map(\.identifier)
    let currencies = Locale.Currency.isoCurrencies.map(\.identifier)
    return SearchIndex(
      entries: entries(.country, regions) { $1.localizedString(forRegionCode: $0) }
        + entries(.language, languages) { $1.localizedString(forLanguageCode: $0) }
        + entries(.currency, currencies) { $1.localizedString(forCurrencyCode: $0) } + timeZones
    )
  }()

  private static var timeZones: [SearchEntry] {
    let identifiers = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }
    let zones = entries(.timeZone, identifiers) {
      TimeZone(identifier: $0)?.localizedName(for: .generic, locale: $1)
    }
    return zones.map { zone in
      var zone = zone
      let city = (zone.code.split(separator: "/").last ?? "").replacing("_", with: " ")
      zone.names.insert(.init(String(city), language: languages[0]), at: 0)
      return zone
    }
  }

  private static func entries(
    _ kind: SearchKind,
    _ codes: [String],
    name: (_ code: String, _ locale: Locale) -> String?
  ) -> [SearchEntry] {
    let locales = languages.map { (language: $0, locale: Locale(identifier: $0)) }
    return codes.compactMap { code in
      var names: [SearchEntry.Name] = []
      for (language, locale) in locales {
        guard let text = name(code, locale), isName(text, of: code, among: names) else { continue }
        names.append(.init(text, language: language))
      }
      return names.first?.language == languages[0]
        ? SearchEntry(kind: kind, code: code, names: names) : nil
    }
  }

  private static func isName(
    _ text: String,
    of code: String,
    among names: [SearchEntry.Name]
  ) -> Bool { text.lowercased() != code.lowercased() && !names.contains { $0.text == text } }
}
