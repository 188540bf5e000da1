extension SearchEntry {
  /// An entry that stands before all others in the results for a text.
  static func addition(number: Int = 1, foundAs text: String) -> SearchEntry {
    SearchEntry(
      kind: .country,
      code: "+\(number)",
      names: [
        Name("A new country, number \(number)", language: SearchIndex.languages[0]),
        Name(text, language: SearchIndex.languages[0]),
      ]
    )
  }
}
