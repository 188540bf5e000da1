/// An invented listener's saved podcasts; every request finds a newer revision.
struct Account: Codable, Hashable, Sendable {
  /// A podcast that the listener follows.
  struct Row: Codable, Hashable, Sendable {
    var title: String
    var unplayed: Int
  }

  var name: String
  var revision: Int
  var saved: [Row]
}

extension Account {
  /// Makes the account as it is at this revision, counted from 1.
  ///
  /// Each revision has played some episodes and found others, so that a refresh shows new facts.
  static func sample(revision: Int, of catalogue: Catalogue) -> Account {
    let saved = catalogue.podcasts.enumerated()
      .filter { $0.offset.isMultiple(of: 15) }
      .map { Row(title: $0.element.title, unplayed: ($0.offset * 7 + revision * 5) % 12) }
    return Account(name: "Sample listener", revision: revision, saved: saved)
  }
}
