import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// Several named lanes in one text.
@Suite struct LanesTests {
  @Test func `a lane is the diagram after its name`() {
    marbles { m in
      let lanes = m.lanes(
        """

        // The inputs
        first word :  -a-b---|
        /* several
           lines: -x- */
        zoë:\t-c---'a:b'|--
        🇩🇪👩‍👧:        -(d':')/* e: f */|
        /* a */ silent:
          /* b */
        """
      )
      m.expect(m.hot(lanes["first word"]), "-a-b---|")
      m.expect(m.hot(lanes["zoë"]), "-c---'a:b'|")
      m.expect(m.cold(lanes["🇩🇪👩‍👧"]), "-(d':')|")
      m.expect(m.cold("---"), lanes["silent"])
      m.expectSubscriptions(m.cold("a"), [])
    }
  }

  @Test func `composed and decomposed letters are the same name`() {
    marbles { m in
      let lanes = m.lanes("zoe\u{308}: -a|")
      m.expect(m.hot(lanes["zo\u{eb}"]), "-a|")
    }
  }

  @Test func `a text in one line has one lane`() {
    marbles { m in
      m.expect(m.hot("-a|"), m.lanes("query: -a|")["query"])
    }
  }

  @Test(arguments: ["", "\n\n", "  // nothing", "/* a: -b| */"])
  func `a text without lanes is reported`(_ text: String) {
    let line = UInt(#line + 2)
    let failures = failures {
      marbles { m in m.expect(m.hot(m.lanes(text)["query"]), "") }
    }
    #expect(failures.map(\.text.firstLine) == ["The text of `m.lanes` has no lanes."])
    #expect(failures.map(\.line) == [line])
  }

  @Test func `a mistake in the text is reported at its line`() {
    let line = UInt(#line + 5)
    let failures = failures {
      marbles { m in
        let lanes = m.lanes(
          """
          query: -a-|
          -a-b-|

          : -a
          'quoted': -a
          "quoted": -a
          -a-(b:c)
          query: -b-|
          two:colons: -a
          🇩🇪: -a
          /* open
          """
        )
        _ = (lanes["query"], lanes["🇩🇪"], lanes["unknown"])
      }
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "A lane has no name: -a-b-|", "A lane has no name: : -a",
        "The name of a lane contains ': 'quoted'", "The name of a lane contains \": \"quoted\"",
        "The name of a lane contains (: -a-(b", "Two lanes have the name 'query'.",
        "A lane has a second colon: two:colons: -a",
        "A comment in `m.lanes` starts with /* and has no */.",
      ]
    )
    #expect(failures.map(\.line) == [1, 3, 4, 5, 6, 7, 8, 10].map { line + $0 })
  }

  @Test func `an unknown lane is reported with the known ones`() {
    let line = UInt(#line + 4)
    let failures = failures {
      marbles { m in
        let lanes = m.lanes("query: -a|\nresults: -b|")
        m.expect(m.hot(lanes["resluts"]), "")
      }
    }
    #expect(
      failures.map(\.text) == [
        """
        The lane 'resluts' does not exist.

        `m.lanes` has these lanes: 'query', 'results'.

        Correct the name, or add a line such as `resluts: -a-|`.
        """
      ]
    )
    #expect(failures.map(\.line) == [line])
  }

  @Test func `a lane that is never used is reported`() {
    let line = UInt(#line + 5)
    let failures = failures {
      marbles { m in
        let lanes = m.lanes(
          """
          query:   -a|
          unused:  -b|
          result:  -a|
          """
        )
        m.expect(m.hot(lanes["query"]), lanes["result"])
      }
    }
    #expect(failures.map(\.text.firstLine) == ["The lane 'unused' is never used."])
    #expect(failures.map(\.line) == [line + 1])
  }

  @Test func `a mistake in a diagram is reported at its lane`() {
    let line = UInt(#line + 5)
    let failures = failures {
      marbles { m in
        let lanes = m.lanes(
          """
          query:  -a-(b-c)
          same:   -a-(b-c)
          count:  -1-x|
          load:   -^-a

          rust:   -a|b
          """
        )
        _ = (m.hot(lanes["query"]), m.cold(lanes["same"]), m.responses(to: [1: lanes["rust"]]))
        m.expect(Just(1), lanes["count"], ["1": 1])
        m.expectSubscriptions(m.cold("a"), [lanes["load"]])
        _ = m.hot("-b-#")
      }
    }
    #expect(Array(failures.map(\.line).prefix(5)) == [0, 1, 5, 2, 3].map { line + $0 })
    #expect(failures.last?.line == line + 11)
    #expect(
      failures.first?.text.hasPrefix(
        """
        Invalid diagram in the lane 'query': column 6: expected a value: '(' and ')' enclose \
        signals of one frame, found '-'.

          query: -a-(b-c)
                      ^
        """
      ) == true
    )
    let mismatch = "The diagram does not match its values in the lane 'count': column 4"
    #expect(failures.map { $0.text.hasPrefix(mismatch) }.firstIndex(of: true) == 3)
  }

  @Test func `a thousand lanes and letters are read`() {
    let long = String(repeating: "l", count: 1000)
    let text = (0..<1000).map { "lane \($0): -a|" }.joined(separator: "\n") + "\n\(long): -\(long)|"
    marbles { m in
      let lanes = m.lanes(text)
      for number in 0..<1000 { m.hot(lanes["lane \(number)"].filter { $0 != "|" }) { _ in } }
      m.expect(m.hot(lanes[long]), lanes[long])
    }
  }
}
