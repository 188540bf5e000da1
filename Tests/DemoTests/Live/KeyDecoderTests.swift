import Testing

@testable import Demo

@Suite struct KeyDecoderTests {
  @Test(
    arguments: [
      ("an", [.text("a"), .text("n")]), ("日é🙂", [.text("日"), .text("é"), .text("🙂")]),
      ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{3}", [.interrupt]),
      ("\u{7F}\u{8}", [.backspace, .backspace]),
      ("\u{1B}[A\u{1B}[B", [.up, .down]), ("\u{1B}OA\u{1B}OB", [.up, .down]),
      ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
      ("\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF", [.home, .end, .home, .end]),
      ("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end]),
    ] as [(String, [Key])]
  )
  func `the bytes of a key are that key, in any number of pieces`(
    text: String,
    keys: [Key]
  ) {
    var (whole, pieces) = (KeyDecoder(), KeyDecoder())
    #expect(whole.keys(text.utf8) == keys)
    #expect(text.utf8.flatMap { pieces.keys([$0]) } == keys)
  }

  @Test(arguments: [
    "\u{1B}[1;5C", "\u{1B}[200~", "\u{1B}OP", "\u{1B}[C\u{1B}[D", "\u{1}\u{4}\u{1A}\u{0}",
    "\u{1B}\u{1B}",
  ])
  func `an unknown key is skipped`(text: String) {
    var decoder = KeyDecoder()
    #expect(decoder.keys((text + "q").utf8) == [.text("q")])
  }

  @Test(
    arguments: [
      [0xFF], [0xC0], [0x80], [0xC3, 0x28], [0xE2, 0x28], [0xED, 0xA0, 0x80], [0xF5],
    ] as [[UInt8]]
  )
  func `invalid UTF-8 does not affect later keys`(bytes: [UInt8]) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(bytes + Array("qqq".utf8)).suffix(2) == [.text("q"), .text("q")])
  }
}
