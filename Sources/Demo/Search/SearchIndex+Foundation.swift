import Foundation

extension SearchIndex {
  /// The languages whose names can be searched; results show the first.
  static let languages = [
    "en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "tr", "ja", "zh", "ko", "ru", "ar",
  ]

  /// The countries, languages, currencies and time zones that Foundation knows.
  static let world = SearchIndex(entries: countries + spokenLanguages + currencies + timeZones)

  private static var countries: [SearchEntry] {
    // Two letters are a country; three digits are a continent or another group of countries.
    entries(.country, codes: Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 }) {
      $1.localizedString(forRegionCode: $0)
    }
  }

  private static var spokenLanguages: [SearchEntry] {
    entries(.language, codes: Locale.LanguageCode.isoLanguageCodes.map(\.identifier)) {
      $1.localizedString(forLanguageCode: $0)
    }
  }

  private static var currencies: [SearchEntry] {
    entries(.currency, codes: Locale.Currency.isoCurrencies.map(\.identifier)) {
      $1.localizedString(forCurrencyCode: $0)
    }
  }

  private static var timeZones: [SearchEntry] {
    let identifiers = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }
    let zones = entries(.timeZone, codes: identifiers) {
      TimeZone(identifier: $0)?.localizedName(for: .generic, locale: $1)
    }
    return zones.map { zone in
      var zone = zone
      zone.names.insert(.init(city(of: zone.code), language: languages[0]), at: 0)
      return zone
    }
  }

  private static func city(of identifier: String) -> String {
    let last = identifier.split(separator: "/").last.map(String.init) ?? identifier
    return last.replacing("_", with: " ")
  }

  private static func entries(
    _ kind: SearchKind,
    codes: [String],
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

  /// A code without a name is given back as it is, and many languages share a name.
  private static func isName(
    _ text: String,
    of code: String,
    among names: [SearchEntry.Name]
  ) -> Bool {
    text.lowercased() != code.lowercased() && !names.contains { $0.text == text }
  }
}
