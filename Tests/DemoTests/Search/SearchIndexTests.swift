import Testing

@testable import Demo

@Suite struct SearchIndexTests {
  @Test func `the index has more than a thousand entries of every kind`() {
    let entries = SearchIndex.world.entries
    #expect(entries.count > 1000)
    #expect(Set(entries.map(\.kind)) == Set(SearchKind.allCases))
    #expect(entries.allSatisfy { !$0.names.isEmpty && $0.names[0].language == "en" })
  }

  @Test func `no entry is a code without a name`() {
    for entry in SearchIndex.world.entries {
      #expect(!entry.names.contains { $0.text == entry.code || $0.text.isEmpty })
    }
  }

  @Test(arguments: [
    ("Germany", "DE"), ("deutschland", "DE"), ("ALLEMAGNE", "DE"), ("ドイツ", "DE"), ("德国", "DE"),
    ("alemania", "DE"), ("osterreich", "AT"), ("Österreich", "AT"), ("cote d’ivoire", "CI"),
    ("Łotwa", "LV"), ("lotwa", "LV"), ("Auckland", "Pacific/Auckland"),
    ("New York", "America/New_York"), ("Yen", "JPY"),
    ("japanisch", "ja"),
  ])
  func `a whole name in any language finds its entry first`(query: String, code: String) {
    #expect(SearchIndex.world.hits(query).first?.code == code)
  }

  @Test func `equal comes before prefix, prefix before word, word before inside`() {
    let index = SearchIndex(entries: [
      entry("inside", "Romania xguin"), entry("word", "Papua Guinea"),
      entry("prefix", "Guinea-Bissau"), entry("equal", "Guin"),
    ])
    #expect(index.hits("guin").map(\.code) == ["equal", "prefix", "word", "inside"])
  }

  @Test func `of equal ranks English is first, then the shorter name, then the code`() {
    let index = SearchIndex(entries: [
      entry("d", "Ab long"), entry("c", "Abc"), entry("b", "Abc"), entry("a", "X", de: "Ab"),
      entry("e", "Y", de: "Abd"),
    ])
    #expect(index.hits("ab").map(\.code) == ["a", "b", "c", "d", "e"])
  }

  @Test func `a hit has the matching name and its language`() throws {
    let hit = try #require(SearchIndex.world.hits("Deutschland").first)
    #expect(hit.name == "Germany")
    #expect(hit.matched == "Deutschland")
    #expect(hit.language == "de")
    #expect(SearchIndex.world.hits("Germany").first?.matched == nil)
  }

  @Test(arguments: ["", " ", "\t", "zzzzqqq"])
  func `a query that names nothing finds nothing`(query: String) {
    #expect(SearchIndex.world.hits(query).isEmpty)
  }

  @Test func `spaces around and between words do not matter`() {
    let plain = SearchIndex.world.hits("new york")
    #expect(SearchIndex.world.hits("  new   york ") == plain)
  }

  @Test(arguments: [
    ("ÉCOLE", "ecole"), ("ＡＢＣ", "abc"), ("Ødegård", "odegard"), ("STRASSE", "strasse"),
  ])
  func `case, accents and widths are folded`(text: String, folded: String) {
    #expect(text.folded == folded)
  }

  private func entry(_ code: String, _ name: String, de: String? = nil) -> SearchEntry {
    var names = [SearchEntry.Name(name, language: "en")]
    if let de { names.append(.init(de, language: "de")) }
    return SearchEntry(kind: .country, code: code, names: names)
  }
}
