import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// A mistake in the diagram of an input is reported at that input, with the differences.
@Suite struct InputMistakeTests {
  @Test func `a wrong time is reported at the line of its input`() {
    let line = UInt(#line + 3)
    let failures = failures {
      marbles { m in
        let words = m.hot("-a 50 ms b|")
        m.expect(words, "-a 50ms b|")
        m.expect(words.first(), "-(a|)")
      }
    }
    #expect(failures.map(\.line) == [line])
    let first = #"words: "50 ms" is four values, not a time; did you mean ' 50ms '?"#
    #expect(failures.map(\.text.firstLine) == [first])
    let text = failures.first?.text ?? ""
    #expect(text.contains("This can explain the differences of an expectation:\n\n"))
    #expect(!text.contains("in quotes is one") && !text.contains("If this is right"))
    #expect(text.contains("words: 2 events 10 ms early, 4 unexpected values; first: "))
  }

  @Test func `two differences of one input are one report`() {
    let failures = failures {
      marbles { m in
        let words = m.hot("-a 50 ms b|")
        m.expect(words, "-a 50ms b|")
        m.expect(words.map { $0 + $0 }, "-'aa' 50ms 'bb'|")
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("the differences of 2 expectations:") == true)
  }

  @Test func `a wrong time of a response is reported with its request`() {
    let line = UInt(#line + 3)
    let failures = failures {
      marbles { m in
        let load = m.responses(to: ["swift": "- 10 ms x|", "rust": "-x|"])
        let query = m.hot("-'swift'|")
        m.expect(query.elements.map { try await load($0) }, "---x|")
      }
    }
    #expect(failures.map(\.line) == [line])
    let first = #"load["swift"]: "10 ms" is four values, not a time; did you mean ' 10ms '?"#
    #expect(failures.map(\.text.firstLine) == [first])
  }

  @Test func `a wrong time in a lane is reported at the lane`() {
    let line = UInt(#line + 5)
    let failures = failures {
      marbles { m in
        let lanes = m.lanes(
          """
          words:    -a 50 ms b|
          expected: -a 50ms b|
          """
        )
        m.expect(m.hot(lanes["words"]), lanes["expected"])
      }
    }
    #expect(failures.map(\.line) == [line])
  }

  @Test func `a wrong time in the expected diagram is reported at the expectation`() {
    let line = UInt(#line + 4)
    let failures = failures {
      marbles { m in
        let words = m.hot("-a 50ms b|")
        m.expect(words, "-a 50 ms b|")
      }
    }
    #expect(failures.map(\.line) == [line])
  }

  @Test func `a difference before the wrong time of an input has another cause`() {
    let line = UInt(#line + 4)
    let failures = failures {
      marbles { m in
        m.keep(m.hot("-a-b 50 ms c|").sink { _ in })
        m.expect(m.hot("-x"), "-y")
      }
    }
    #expect(failures.map(\.line) == [line])
  }

  @Test func `a response without a value is reported where it is written`() {
    let line = UInt(#line + 3)
    let failures = failures {
      marbles { m in
        let load = m.responses(to: ["swift": "--|", "rust": "--|", "go": "-x|"])
        let query = m.hot("-'swift'-|")
        m.expect(query.elements.map { try await load($0) }, "---x|")
      }
    }
    #expect(failures.map(\.line) == [line])
    let text = failures.first?.text ?? ""
    #expect(
      text.firstLine
        == #"load["swift"]: the diagram completes without a value, so a call throws MarbleNoValue."#
    )
    #expect(text.contains("Write it before the `|`, such as `--x|`."))
    #expect(!text.contains("If this is right"))
  }

  @Test func `a failure that the test expects is no mistake of a response`() {
    let failures = failures {
      marbles { m in
        let load = m.cold("--|")
        let query = m.hot("-a-|")
        m.expect(query.elements.map { _ in try await load() }, "---#")
        m.expect(query, "-b-|")
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("expected b at 10 ms, got a") == true)
  }

  @Test func `requests that are letters of a word name the word`() {
    let failures = failures {
      marbles { m in
        let load = m.responses(to: ["swift": "--x|"])
        let query = m.hot("-swift-|")
        m.expect(query.elements.map { try await load($0) }, "---x|")
      }
    }
    #expect(
      failures.first?.text.hasSuffix(
        """
        "swift" is five values; 'swift' in quotes is one. Write the quotes in the diagram with the \
        requests.
        """
      ) == true
    )
    #expect(failures.map { $0.text.contains("If this is right") } == [false, false])
  }
}
