import Foundation

extension String {
  /// The text as the search compares it: lower case, no diacritics, one width for each letter.
  var folded: String {
    let folded = folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
      locale: nil
    )
    return String(folded.map { Self.letters[$0] ?? $0 })
  }

  // Letters that people type without their stroke, though Unicode has no decomposition for them.
  private static let letters: [Character: Character] = ["ø": "o", "ł": "l", "đ": "d", "ı": "i"]
}
