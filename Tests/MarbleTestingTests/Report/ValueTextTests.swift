import CombineShim
import MarbleTesting
import TestSupport
import Testing

@Suite struct ValueTextTests {
  @Test(arguments: [
    (Note(text: "see [1]: ( x ) [ y ]"), #"Note(text: "see [1]: ( x ) [ y ]", tags: [])"#),
    (Note(text: ")"), #"Note(text: ")", tags: [])"#),
    (Note(text: "["), #"Note(text: "[", tags: [])"#),
    (Note(text: ".loading()"), #"Note(text: ".loading()", tags: [])"#),
    (Note(text: "a", tags: ["[0]: b", "("]), #"Note(text: "a", tags: ["[0]: b", "("])"#),
    (Note(text: #"say "[2]: ("#), ##"Note(text: #"say "[2]: ("#, tags: [])"##),
    (Note(text: "one\n\n  [1]: two )\n"), #"Note(text: "one\n\n  [1]: two )\n", tags: [])"#),
    (Note(text: "\"\"\"\nx", tags: ["\n"]), ##"Note(text: #""""\#nx"#, tags: ["\n"])"##),
  ])
  fileprivate func `quoted text is printed unchanged`(_ note: Note, _ text: String) {
    let failures = failures {
      marbles { m in m.expect(Just(note), "(a|)", ["a": Note(text: "")]) }
    }
    let lines = failures.first?.text.split(separator: "\n") ?? []
    #expect(
      lines.contains { $0 == " 0 ms  expected a = Note(text: \"\", tags: []); \(text) arrived" }
    )
  }

  @Test func `values that differ beyond the end of the line are compared in full`() {
    let long = String(repeating: "long ", count: 20)
    let failures = failures {
      marbles { m in
        let words = m.hot("-a|", ["a": long + "Go"])
        m.expect(words, "-a|", ["a": long + "Rust"])
      }
    }
    let lines = failures.first?.text.split(separator: "\n").suffix(4).dropLast()
    let cut = "\"" + long.prefix(70) + "…"
    #expect(
      lines?.joined(separator: "\n") == """
         10 ms  expected a = \(cut); \(cut) arrived
                - "\(long)Rust"
                + "\(long)Go"
        """
    )
  }

  @Test func `failures that differ beyond the end of the line are compared in full`() {
    let long = String(repeating: "long ", count: 20)
    let failures = failures {
      marbles { m in
        let words = m.hot("-#", MarbleValues<String>.names, failure: Refusal(reason: long + "Go"))
        m.expect(words, "-#", failure: Refusal(reason: long + "Rust"))
      }
    }
    #expect(failures.first?.text.contains("- Refusal(reason: \"\(long)Rust\")") == true)
    #expect(failures.first?.text.contains("+ Refusal(reason: \"\(long)Go\")") == true)
  }

  @Test(
    arguments: [
      (.microseconds(-500), "-0.5ms"), (.milliseconds(-1_500), "-1500ms"), (.seconds(-2), "-2s"),
      (.seconds(-20) - .milliseconds(500), "-20500ms"),
    ] as [(Duration, String)]
  )
  func `a negative time has its sign`(_ time: Duration, _ text: String) {
    let failures = failures { marbles { m in m.advance(to: time) } }
    let start = "m.advance was called with \(text), but the time is already 0ms."
    #expect(failures.first?.text.hasPrefix(start) == true)
  }

  @Test func `a value named like a symbol is marked`() {
    let failures = failures {
      marbles { m in
        let signs = m.hot("a'|' '-' ' ' (b'#')|")
        m.expect(signs, "a'|' '-' '('(b'#')|")
      }
    }
    #expect(
      failures.map(\.withoutLocation) == [
        """
        signs: expected '(' at 30 ms, got ' '
         time(ms)  0    50
         signs     a*+%&|     * = '|', + = '-', % = ' ', & = (b '#')
         expected  a*+@&|     * = '|', + = '-', @ = '(', & = (b '#')
         actual    a*+%&|     * = '|', + = '-', % = ' ', & = (b '#')
                      ^
         30 ms  expected '('; ' ' arrived
         If this is right, the diagram is "a'|' '-' ' '(b'#')|".
        """
      ]
    )
  }

  @Test(arguments: ["\n", "\r\n", "\u{2028}"]) func `a line break does not break a first line`(
    _ lineBreak: String
  ) {
    let name = "x\(lineBreak)y"
    let failures = failures {
      marbles { m in
        let words = m.hot("-'\(name)' a|")
        m.expect(words, "-a '\(name)'|")
        m.expect(words, "-'\(name)' |")
        m.expect(words, "--'\(name)' a|")
        m.expect(words, "-(a '\(name)') a|")
        let load = m.cold("-#", failure: Offline())
        m.expect(load, "-a#'\(name)'", failures: [name: Offline()])
        m.expectSubscriptions(m.responses(to: [name: "x|"])[name], ["^!"])
      }
    }
    #expect(failures.count >= 6)
    for failure in failures {
      let line = String(failure.text.prefix { !$0.isNewline })
      #expect(line.contains(#/at \d+ ms/#), "\(failure.text)")
    }
  }

  @Test func `an unknown name with a line break does not break a first line`() {
    let failures = failures {
      marbles { m in m.expect(Just("a"), "'x\ny'", ["a": "a"]) }
    }
    #expect(failures.first?.text.firstLine.hasSuffix(#"found 'x\ny'."#) == true, "\(failures)")
  }

  @Test func `a value of endless parts is printed with its type`() {
    let failures = failures {
      marbles { m in m.expect(Just(Endless(number: 2)), "(a|)", ["a": Endless(number: 1)]) }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("Trimmed") == false)
    #expect(failures.first?.text.contains("Endless") == true, "\(failures)")
  }
}

private struct Endless: Equatable, CustomReflectable {
  let number: Int

  var customMirror: Mirror {
    Mirror(self, children: ["number": number, "next": Endless(number: number + 1)])
  }
}

private struct Note: Equatable {
  var text: String
  var tags: [String] = []
}

private struct Refusal: Error, Equatable {
  let reason: String
}
