import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// Entries of a table that the diagrams of its call do not use.
@Suite struct UnusedEntriesTests {
  @Test func `an unused entry of a literal is a warning at the call`() {
    let line = UInt(#line + 3)
    let (warnings, failures) = warnings {
      marbles { m in
        let hot = m.hot("-a|", ["a": 1, "b": 2])
        m.expect(hot, "-a|", ["a": 1, "c": 3, "d": 4])
        m.expect(
          reading: { 1 },  // ["a": 1]
          "a",
          [
            "a": 1,
            "b \" (": 2,
            /* the other */ "e": 5,
          ]
        )
        m.hot("a", ["a": 1, "b": 2]) { _ in }
        _ = m.cold("a", ["a": 1, "b": 2, "c": 3], then: ["c"])
        _ = m.responses(to: [1: "a", 2: "c"], ["a": 1, "b": 2, "c": 3])
      }
    }
    #expect(
      warnings.map(\.text) == [
        "The entry 'b' is in a table of this call, but in none of its diagrams. "
          + "Remove it, or draw it.",
        "The entries 'c' and 'd' are in a table of this call, but in none of its diagrams. "
          + "Remove them, or draw them.",
        "The entry 'e' is in a table of this call, but in none of its diagrams. "
          + "Remove it, or draw it.",
        "The entry 'b' is in a table of this call, but in none of its diagrams. "
          + "Remove it, or draw it.",
        "The entry 'b' is in a table of this call, but in none of its diagrams. "
          + "Remove it, or draw it.",
        "The entry 'b' is in a table of this call, but in none of its diagrams. "
          + "Remove it, or draw it.",
      ]
    )
    #expect(warnings.map(\.line) == [0, 1, 2, 11, 12, 13].map { line + $0 })
    #expect(failures.isEmpty)
  }

  private enum LoadError: Error { case offline, denied }

  @Test func `an unused failure is a warning, too`() {
    let (warnings, failures) = warnings {
      marbles { m in
        let hot = m.hot("-#x", ["x": 1], failures: ["x": LoadError.offline, "y": .denied])
        m.expect(hot, "-#x", ["y": 1], failures: ["x": .offline, "not found": .denied])
      }
    }
    #expect(
      warnings.map { $0.text.prefix { $0 != "." } } == [
        "The entries 'x' and #y are in a table of this call, but in none of its diagrams",
        "The entries 'y' and #'not found' are in a table of this call, but in none of its diagrams",
      ]
    )
    #expect(failures.isEmpty)
  }

  @Test func `an entry of a shared or generated table is no warning`() {
    let table = ["a": 1, "b": 2]
    let errors = ["x": LoadError.offline, "y": .denied]
    let (warnings, failures) = warnings {
      marbles { m in
        let hot = m.hot("-a#x", table, failures: errors)
        m.expect(hot, "-a#x", table, failures: errors)
        m.expect(hot, "-a#x", table.merging(["c": 3]) { $1 }, failures: errors)
        m.expect(Just("a"), "(a|)", MarbleValues { ["a": "a", "b": "b"][$0] })
        m.expect(["a": 1, "b": 2].publisher.map { _ in 1 }, "(aa|)", table)
        m.expect(m.hot("-b|", ["b": 2]), "-b|", table)
        let load = m.responses(to: ["b": "-a|"], table)
        m.expect(load["b"], "-a|", table)
        m.expect(hot, /* ["b": 2] */ "-a#'x'", table, failures: errors)  // ["b": 2]
      }
    }
    #expect(warnings.map(\.text) == [])
    #expect(failures.map(\.text) == [])
  }

  @Test(arguments: ["(a|)", "(b|)"]) func `a diagram that is a parameter has no warning`(
    _ diagram: String
  ) {
    let (warnings, _) = warnings {
      marbles { m in m.expect(Just(1), diagram, ["a": 1, "b": 1]) }
    }
    #expect(warnings.isEmpty)
  }

  @Test func `a lane has a warning like a literal`() {
    let (warnings, _) = warnings {
      marbles { m in m.expect(Just(1), m.lanes("a: (a|)")["a"], ["a": 1, "b": 1]) }
      marbles { m in
        let lanes = m.lanes("a: (a|)")
        m.expect(Just(1), lanes["a"], ["a": 1, "b": 1])
      }
    }
    #expect(warnings.count == 1)
  }

  @Test func `requests that are never made are no warning`() {
    let (warnings, _) = warnings {
      marbles { m in
        let load = m.responses(to: ["swift": "--x|", "rust": "----y|"], ["x": 1, "y": 2])
        m.expect(load["swift"], "--x|", ["x": 1])
      }
    }
    #expect(warnings.isEmpty)
  }

  @Test func `names of letters and flags are found in the source`() {
    let (warnings, _) = warnings {
      marbles { m in
        m.expect(Just(1), "(a|)", ["a": 1, "🇩🇪": 2, "é": 4, "long name": 5])
      }
    }
    #expect(
      warnings.map { $0.text.prefix { $0 != "." } } == [
        "The entries 'long name', 'é' and '🇩🇪' are in a table of this call, but in none of its "
          + "diagrams"
      ]
    )
  }

  @Test func `a call in a loop is reported once`() {
    let (warnings, _) = warnings {
      for _ in 0..<3 {
        marbles(exploring: 5) { m in
          for _ in 0..<2 { m.expect(Just(1), "(a|)", ["a": 1, "b": 2]) }
        }
      }
    }
    #expect(warnings.count == 1)
  }

  @Test func `a failing run has the entry as a hint`() {
    let line = #line + 3
    let (warnings, failures) = warnings {
      marbles { m in
        m.expect(Just(1), "(a|)", ["a": 2, "b": 1])
      }
    }
    #expect(warnings.isEmpty)
    #expect(
      failures.first?.text.contains(
        "\n\nUnusedEntriesTests.swift:\(line)  The entry 'b' is in a table of this call, but in none"
      ) == true
    )
  }

  @Test func `a call that is not in the source has no warning`() {
    let (warnings, _) = warnings {
      marbles { m in
        m.expect(Just(1), "(a|)", ["a": 1, "b": 2], column: 3)
        m.expect(Just(1), "(a|)", ["a": 1, "b": 2], line: 100_000)
        m.expect(Just(1), "(a|)", ["a": 1, "b": 2], filePath: "/nowhere.swift")
        m.expect(Just(1), "(a|)", ["a": 1, "b": 2], line: 0, column: 0)
      }
    }
    #expect(warnings.isEmpty)
  }

  @Test func `text, escapes and interpolations in a call are not entries`() {
    let (text, table) = ("a", ["a": 1, "b": 2])
    let (warnings, failures) = warnings {
      marbles { m in
        m.expect(
          Just(1).handleEvents(receiveOutput: { _ in _ = #"["b": 2]"# + "\(["b": "\("(")"])\\" }),
          "(\(text)|)",
          table
        )
        m.expect(
          Just(1),
          "(\(text + "\"[")|)",
          ["a\(text == "b" ? "" : "[")": 1, "b": 2, #"a"["#: 1]
        )
      }
    }
    #expect(warnings.map { $0.text.prefix { $0 != "i" } } == [])
    #expect(failures.count == 1)
  }
}
