import Foundation
import MarbleDiagrams
import TestSupport
import Testing

@Suite struct `Texts in pictures` {
  @Test func `V6: any text is a well-formed document`() throws {
    let texts = [
      "<&>\"'", "a\u{0}\u{1}\u{1B}[31mb", "שלום", "مرحبا", "👩‍👩‍👧‍👦🎉", "\u{FFFE}\u{FFFF}\u{85}",
      "line\nbreak\ttab\r\n", "]]>", "<!--", "e\u{301}\u{301}", "\u{202E}back", "",
    ]
    for text in texts {
      let events = [MarbleDiagram.Event(.value(text), at: .zero), .init(.failure(text), at: .zero)]
      let lane = MarblePicture.Lane(text, MarbleDiagram(events: events))
      let drawn = DrawnPicture(MarblePicture(text, summary: text, lanes: [lane]))
      #expect(drawn.isWellFormed, "\(text.debugDescription)")
      let controls = drawn.texts.joined().unicodeScalars.filter {
        $0.properties.generalCategory == .control
      }
      #expect(controls.isEmpty)
    }
  }

  @Test(arguments: ["שלום", "👩‍👩‍👧‍👦", "مرحبا 12", "<b>&amp;"])
  func `V6: right-to-left text, emoji and markup are unchanged`(_ text: String) {
    let events = [MarbleDiagram.Event(.value(text), at: .zero)]
    let lane = MarblePicture.Lane("lane", MarbleDiagram(events: events))
    #expect(DrawnPicture(MarblePicture("", lanes: [lane])).texts.contains(text))
  }

  @Test func `V6: 500 random pictures are well-formed, and within their width`() {
    var random = SeededGenerator(24)
    for _ in 0..<500 {
      let picture = MarblePicture.random(&random)
      let appearance = MarblePicture.Appearance.allCases.randomElement(using: &random)
      let drawn = DrawnPicture(picture, appearance ?? .light)
      #expect(drawn.isWellFormed, "\(picture)")
      let outside = drawn.shapes.filter { $0.x < 0 || $0.x + $0.width > 480 }
      #expect(outside.isEmpty, "\(picture)")
    }
  }

  @Test(arguments: ["W", "漢", "🎉", "@"])
  func `V5: a word of wide characters is cut in the legend`(_ character: String) throws {
    let word = String(repeating: character, count: 40)
    let lane = try MarblePicture.Lane("lane", MarbleDiagram("a"), words: ["a": .init(word)])
    let texts = DrawnPicture(MarblePicture("", lanes: [lane])).texts
    let drawn = try #require(texts.first { $0.hasPrefix(character + character) })
    // Such a character is about as wide as the text is high.
    #expect(drawn.hasSuffix("…"))
    #expect(drawn.count * 16 <= 440)
  }

  @Test func `V5: a name with two texts is two marbles`() throws {
    let lanes = try ["Swift articles", "Rust articles"].map { word in
      try MarblePicture.Lane("\(word) texts", MarbleDiagram("aaa"), words: ["a": .init(word)])
    }
    let texts = DrawnPicture(MarblePicture("", lanes: lanes)).texts
    #expect(texts.filter { $0 == "a" }.count > 1)
    #expect(texts.filter { $0 == "a" }.count == texts.filter { $0 == "1" }.count)
    #expect(texts.contains("Swift articles") && texts.contains("Rust articles"))
  }

  @Test func `V7: texts and signs have the contrast of WCAG AA`() {
    for colors in [PictureColors.light, .dark] {
      for text in [colors.text, colors.dim] {
        #expect(contrast(text, colors.page) >= 4.5)
      }
      #expect(contrast(colors.track, colors.page) >= 3)
      for tone in MarblePicture.Tone.allCases {
        let tint = colors.tint(tone)
        #expect(contrast(tint.text, tint.fill) >= 4.5, "\(tone)")
        #expect(contrast(tint.text, colors.page) >= 4.5, "\(tone)")
        #expect(contrast(tint.stroke, colors.page) >= 3, "\(tone)")
      }
    }
  }

  @Test(
    arguments: zip(
      MarblePicture.Appearance.allCases,
      [[true, true], [true, false], [false, true]]
    )
  )
  func `V7: an appearance has its colors`(
    _ appearance: MarblePicture.Appearance,
    _ has: [Bool]
  ) {
    let svg = MarblePicture("", lanes: []).svg(appearance)
    let pages = [PictureColors.light, .dark].map { svg.contains("fill: \($0.page); stroke") }
    #expect(pages == has)
    #expect(svg.contains("prefers-color-scheme") == (appearance == .automatic))
  }

  /// The contrast of two colors by WCAG 2.
  private func contrast(_ one: String, _ two: String) -> Double {
    let both = [luminance(one), luminance(two)].sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }

  private func luminance(_ color: String) -> Double {
    let number = Int(color.dropFirst(), radix: 16) ?? 0
    let parts = [16, 8, 0].map { Double(number >> $0 & 255) / 255 }
    let linear = parts.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return zip(linear, [0.2126, 0.7152, 0.0722]).map(*).reduce(0, +)
  }
}

extension MarblePicture {
  fileprivate static func random(_ random: inout SeededGenerator) -> Self {
    let lanes = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      let events = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        MarbleDiagram.Event(
          signal(&random),
          at: .milliseconds(Int.random(in: 0...2_000, using: &random))
        )
      }
      let kind = Lane.Kind.allCases.randomElement(using: &random) ?? .values
      return Lane(text(&random), MarbleDiagram(events: events, frame: .milliseconds(1)), as: kind)
    }
    return Self(text(&random), lanes: lanes)
  }

  private static func signal(_ random: inout SeededGenerator) -> MarbleDiagram.Signal {
    switch Int.random(in: 0...40, using: &random) {
    case 0: .end
    case 1: .failure(text(&random))
    case 2...6: .subscribe
    case 7...10: .unsubscribe
    default: .value(text(&random))
    }
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let characters = [
      "a", "m", "W", " ", "<", "&", "\"", "\u{7}", "\n", "é", "🎉", "ש", "日", "\u{301}",
    ]
    return (0..<Int.random(in: 0...40, using: &random))
      .map { _ in characters.randomElement(using: &random) ?? "" }.joined()
  }
}
