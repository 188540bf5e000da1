import Testing

@testable import ReactiveResources

/// A server chooses its `Location`, and an error prints it.
@Suite struct `The work of a redaction (H16)` {
  @Test(arguments: [
    "a.", "a", "A", "aB", "AbC", "/", "//", "\\\\a", "%2F%2Fa", ":/a@", "//a@", "=", "a=", "a%3D",
    "%3D", "%", "%25",
    "%2525", "%%32%35", "?", "?&", "&a=", "a1", "ü", "tok", "pass_", "https:", "/%2F@", "x%40",
  ])
  func `it grows with the length and not with its square`(part: String) {
    func work(_ count: Int) -> Int {
      let text = "/x?" + String(repeating: part, count: count) + "=1"
      var scanner = URLTextScanner(text, SecretName(added: [Array("member".utf8)]))
      #expect(scanner.redacted().utf8.count <= 10 * text.utf8.count)
      return scanner.work
    }
    let (once, twice) = (work(500), work(1000))
    #expect(twice <= 2 * once + 1000)
  }
}
