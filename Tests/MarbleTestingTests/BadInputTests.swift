import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// Unusual and wrong texts: each gives a sentence at the line of its call, and the next run is
/// clean.
@Suite struct BadInputTests {
  @Test func `a thousand letters are a thousand values, or one`() {
    let word = String(repeating: "é", count: 1000)
    marbles { m in
      m.expect(m.hot("\(word)|"), "\(word)|----")
      m.expect(m.hot("-('\(word)')#'\(word)'", failures: [word: Offline()]), "-'\(word)'#")
      m.expect(m.hot("-a", ["a": word]), "^a", checking: .drawn) { _, value in value == word }
    }
    let failures = failures {
      marbles { m in
        m.expect(m.hot("\(word)|"), "\(word)-'")
        _ = m.hot("-#'\(word)'", failures: ["x": Offline()])
        _ = m.hot("-'\(word)'", ["x": 1])
      }
    }
    #expect(failures.count == 3)
  }

  @Test(arguments: [Duration.zero, .milliseconds(-10), .seconds(Int64.max)])
  func `a frame without a valid length is reported at the line of the run`(_ frame: Duration) {
    let line = UInt(#line + 2)
    let failures = failures {
      marbles(frame: frame) { m in m.expect(m.hot(m.lanes("a: -b|")["a"]), "-b|---") }
    }
    #expect(failures.map(\.line) == [line])
    #expect(failures.first?.text.hasPrefix("A frame of ") == true)
  }

  @Test(arguments: ["👩‍👧", "🇩🇪", "e\u{301}", "क्ष", "각", "\u{1F1E9}", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A", ""])
  func `emoji, flags and combining letters are names of values, failures and lanes`(
    _ name: String
  ) {
    marbles { m in
      let lanes = m.lanes("lane \(name): -'\(name)'-#'\(name)'-")
      let failing = m.hot(lanes["lane \(name)".trimmed], [name: 1], failures: [name: Offline()])
      m.expect(failing, "-'\(name)'-#'\(name)'", [name: 1], failures: [name: Offline()])
    }
    let failures = failures {
      marbles { m in
        m.expect(Just("a"), "-'\(name)'-#'\(name)'", ["x": "y"])
        m.expect(Just(name), "(a!)")
      }
    }
    #expect(failures.count == 1)
  }

  @Test(arguments: 0..<500) func `any text is read or reported`(_ seed: Int) {
    var random = SeededGenerator(UInt64(seed))
    let text = String.random(&random)
    let failures = failures {
      marbles { m in
        let lanes = m.lanes(text)
        m.expect(m.hot(text), lanes["a"])
        m.expect(m.cold(text, failures: ["a": Offline()]), text, failures: ["'": Offline()])
        m.expect(m.cold("a").elements, text)
        m.expectSubscriptions(m.hot("a"), [text])
        m.expect(reading: { "a" }, text, ["a": "a", "b": "b"])
        m.hot(text) {}
      }
    }
    #expect(failures.allSatisfy { !$0.text.isEmpty })
    marbles { m in m.expect(m.hot("-a|"), "-a|") }
  }
}

extension String {
  fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }

  /// Signs of the grammar and other characters, in any order.
  fileprivate static func random(_ random: inout SeededGenerator) -> String {
    let parts = [
      "a", "b", "1", "0", "m", "s", "ms", ".", "'", "-", "(", ")", "|", "#", "^", "!", "/", "*",
      "/*", "*/", "//", ":", "a: ", "\n", "\r\n", "\t", " ", "\"", "\\", "\u{301}", "🇩🇪",
      "\u{1F1E9}",
      "10ms", "99999999999s", "\u{600}", "\0",
    ]
    return (0..<Int.random(in: 0...12, using: &random))
      .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
  }
}
