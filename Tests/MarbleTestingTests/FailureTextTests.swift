import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// The texts are those of runs that really fail.
@Suite struct FailureTextTests {
  private enum State: Equatable {
    case empty, loading
    case loaded([String])
  }

  private let values: [String: State] = [
    "n": .empty, "l": .loading, "d": .loaded(["Swift", "Rust", "Go"]),
    "e": .loaded(["Swift", "Rust", "Zig"]),
  ]

  @Test func `a late value is marked under the ruler`() {
    let line: UInt = #line + 6
    let failures = failures {
      marbles { m in
        let query = m.hot("-a-(bc)--------|")
        let states = m.hot("n-----l---d---", values)
        m.keep(query.sink { _ in })
        m.expect(states, "n-----l-d------", values)
      }
    }
    #expect(
      failures.map(\.withoutLocation) == [
        #"""
        states: d = .loaded(["Swift", "Rust", "Go"]) arrived 20 ms late: at 100 ms, expected at 80 ms
         time(ms)  0    50   100
         query     -a-*--------|       * = (bc)
         states    n-----l---d---
         expected  n-----l-d------
         actual    n-----l---d----
                           ^ ^
          80 ms  expected d = .loaded(["Swift", "Rust", "Go"]); nothing arrived
         100 ms  d arrived 20 ms late
         If this is right, the diagram is "n-----l---d----".
        """#
      ]
    )
    #expect(failures.map(\.line) == [line])
  }

  @Test func `the difference of two values is printed`() {
    let values = values.filter { $0.key != "e" }
    let failures = failures {
      marbles { m in
        let states = m.hot("n-e|", self.values)
        m.expect(states, "n-d|", values)
      }
    }
    #expect(
      failures.map(\.withoutLocation) == [
        #"""
        states: d.loaded[2] is "Zig", expected "Go" (at 20 ms)
         time(ms)  0
         states    n-e|
         expected  n-d|
         actual    n-*|     * = .loaded(["Swift", "Rust", "Zig"])
                     ^
         20 ms  expected d = .loaded(["Swift", "Rust", "Go"]); .loaded(["Swift", "Rust", "Zig"]) arrived
                  FailureTextTests.State.loaded(
                    [
                      … (2 unchanged),
                -     [2]: "Go"
                +     [2]: "Zig"
                    ]
                  )
         If this is right, the diagram is "n-x|", with "x" in the table: .loaded(["Swift", "Rust", "Zig"])
        """#
      ]
    )
  }

  @Test func `groups have a legend and pauses one column`() {
    let failures = failures {
      marbles { m in
        let words = m.hot("a-'long name' 800ms (bc)--#", failure: Offline())
        m.expect(words, "a-'long name'- 800ms (cb)-|")
      }
    }
    #expect(
      failures.map(\.withoutLocation) == [
        """
        words: 2 values 10 ms early, 1 different completion; first: c at 830 ms, expected at 840 ms
         time(ms)  0    50 790   850
         words     a-*----~----+--#     * = 'long name', + = (bc)
         expected  a-*----~-----%-|     * = 'long name', % = (cb)
         actual    a-*----~----+--#     * = 'long name', + = (bc)
                               ^^ ^
         ~ = idle time of all lanes, omitted
         830 ms  c arrived 10 ms early
         830 ms  b arrived 10 ms early
         840 ms  expected c; nothing arrived
         840 ms  expected b; nothing arrived
         860 ms  expected the completion |; the failure # = Offline() arrived
         If this is right, the diagram is "a-'long name' 800ms (bc)--#".
        """
      ]
    )
  }

  @Test func `subscriptions are drawn with their duration`() {
    let failures = failures {
      marbles { m in
        let load = m.cold("--x|")
        let clicks = m.hot("---a|")
        m.keep(clicks.map { _ in load }.switchToLatest().sink { _ in })
        m.expectSubscriptions(load, ["--^--!", "------^"])
      }
    }
    #expect(
      failures.map(\.withoutLocation) == [
        """
        load: expected 2 subscriptions (at 20 ms, 60 ms), got 1 (at 30 ms)
         time(ms)     0    50
         clicks       ---a|
         expected[0]    ^--!
         actual[0]       ^--|
         expected[1]        ^-
                        ^^ ^^
         load[0] expected ^20 !50, got ^30 !60 (completed)
         load[1] expected ^60, got none
        """
      ]
    )
  }

  @Test func `one expected subscription needs no array`() {
    let failures = failures { marbles { m in m.expectSubscriptions(m.cold("x|"), ["^!"]) } }
    let line = failures.first?.text.firstLine
    #expect(line?.hasSuffix("never subscribed, expected 1 subscription at 0 ms") == true)
  }

  @Test func `a suggested diagram with shorter frames says so`() {
    let failures = failures {
      marbles { m in
        let subject = PassthroughSubject<String, Never>()
        m.expect(subject, "")
        m.at(.milliseconds(9)) { subject.send("a") }
        m.at(.milliseconds(12)) { subject.send("b") }
      }
    }
    let line = failures.first?.text.split(separator: "\n").last
    #expect(line == " If this is right, the diagram is \"---ab\" in frames of 3ms.")
  }

  @Test func `a bad diagram fails at the caller's line and nothing runs`() {
    let failures = failures {
      marbles { m in
        m.keep(m.hot("-a-(b-c)").sink { _ in })
        m.expect(m.hot("-a-b"), "-a-c", ["a": "a", "b": "b"])
        m.expect(m.hot("-a-b"), "-a-^")
        m.hot("-a|") { _ in }
        _ = m.hot("-a#")
        m.expectSubscriptions(m.cold("x"), ["^-^", "-!", "^a"])
        m.at(.zero) { Issue.record("time ran") }
      }
    }
    let columns = failures.map { $0.text.split(separator: "\n")[0] }
    #expect(
      columns == [
        """
        Invalid diagram: column 6: expected a value: '(' and ')' enclose signals of one frame, \
        found '-'.
        """,
        """
        The diagram does not match its values: column 4: expected a name that has a value ('a', 'b'), found 'c'.
        """,
        """
        Invalid diagram: column 4: expected a value: '^' is before every other signal, found '^'.
        """,
        "Invalid diagram: column 3: expected a value: a closure or an expression does not complete, found '|'.",
        """
        Invalid diagram: column 3: expected a value or '|', because no `failure:` is given, \
        found '#'.
        """,
        """
        Invalid diagram: column 3: expected '!' or '-' in the diagram of one subscription, \
        found '^'.
        """,
        "Invalid diagram: column 2: expected '^' in the diagram of one subscription, found '!'.",
        """
        Invalid diagram: column 2: expected '!' or '-' in the diagram of one subscription, \
        found 'a'.
        """,
      ]
    )
  }

  @Test func `inputs are named after their constants`() {
    let failures = failures {
      marbles { m in
        let a = m.hot("a"), b: MarbleHot<String, Never> = m.hot("b")
        let below =
          m.hot("c")
        let several = [m.hot("d"), m.hot("e")]
        _ = m.hot("f")
        for input in [a, b, below] + several { m.keep(input.sink { _ in }) }
        m.expect(Empty<String, Never>(), "-")
      }
    }
    let lanes = failures.first?.text.split(separator: "\n").dropFirst(2).prefix(6)
    let names = lanes?.map { $0.split(separator: " ").dropLast().joined(separator: " ") }
    #expect(names == ["a", "b", "below", "hot 1", "hot 2", "hot 3"])
  }

  @Test func `the caret points to the wrong character`() {
    let failures = failures {
      marbles { m in
        _ = m.hot("-a-\n  -🍎日é\t)-")
      }
    }
    let lines = failures.first?.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines?[2...3] == ["    -🍎日é\t)-", "          \t^"])
  }

  @Test func `a long description is not printed for a correct stream`() {
    #expect(failures { marbles { m in m.expect(m.hot("a-b|"), "a-b|") } }.isEmpty)
  }
}

struct Offline: Error, Equatable {}
