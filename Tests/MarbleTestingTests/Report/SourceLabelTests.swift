import CombineShim
import MarbleTesting
import TestSupport
import Testing

@Suite struct SourceLabelTests {
  @Test(arguments: [0, 1, 2, 40, 1_000, UInt.max])
  func `a column from a helper costs at most the name`(_ column: UInt) {
    let failures = failures {
      marbles { m in
        let letters = m.hot("-a|", column: column)
        m.expect(letters, "-b|", column: column)
      }
    }
    let lines = failures.first?.text.split(separator: "\n") ?? []
    #expect(lines.first?.hasSuffix(" letters: expected b at 10 ms, got a") == true)
    #expect(lines.count > 2 && lines[2].contains("-a|"))
  }

  @Test(arguments: [0, UInt.max])
  func `a line from a helper costs at most the name`(_ line: UInt) {
    let failures = failures {
      marbles { m in
        let letters = m.hot("-a|", line: line)
        m.expect(letters, "-b|", line: line)
      }
    }
    #expect(failures.first?.text.contains("  stream: expected b at 10 ms, got a") == true)
  }

  @Test func `names are found behind non-ASCII letters`() {
    let failures = failures {
      marbles { m in
        let größe = m.hot("-a|")
        let 名前 = m.hot("-b|"), größer = m.hot("-c|")
        m.expect(größe, "-b|"); m.expect(größer.map { $0 }, "-b|"); m.expect(名前, "-c|")
      }
    }
    let labels = failures.map { $0.withoutLocation.prefix { $0 != ":" } }
    #expect(labels == ["größe", "größer.map { $0 }", "名前"])
    let lanes = failures.first?.text.split(separator: "\n").dropFirst().prefix(4)
    #expect(
      lanes?.joined(separator: "\n") == """
         time(ms)  0
         größe     -a|
         名前      -b|
         größer    -c|
        """
    )
  }

  @Test func `a stream has the name in its own call`() {
    let failures = failures {
      marbles { m in
        let a = m.hot("-a|"), b = m.hot("-b|")
        m.expect(a, "-x|"); m.expect(b, "-x|")
        #expect(1 == 1); m.expect(b, "-x|")
        m
          .expect(a, "-x|")
      }
    }
    #expect(failures.map { $0.withoutLocation.prefix { $0 != ":" } } == ["a", "b", "b", "a"])
  }

  @Test func `hot and cold inputs without a name are numbered separately`() {
    #expect(labels { m in [m.cold("x"), m.hot("y")] } == ["cold[0]", "hot"])
    #expect(
      labels { m in [m.cold("x"), m.hot("y"), m.cold("x"), m.hot("y")] }
        == ["cold 1[0]", "hot 1", "cold 2[0]", "hot 2"]
    )
    let mixed = labels { m in
      let named = m.hot("a")
      return [named, m.hot("b")]
    }
    #expect(mixed == ["named", "hot"])
  }

  @Test func `responses without a name share one number`() {
    let one = labels { m in
      let answers = [m.responses(to: ["b": "x|", "a": "x|"])]
      return [answers[0]["b"], answers[0]["a"]]
    }
    #expect(one == [#"cold["a"][0]"#, #"cold["b"][0]"#])
    let two = labels { m in
      let answers = [m.responses(to: ["a": "x"]), m.responses(to: ["b": "x"])]
      return [answers[0]["a"], answers[1]["b"]]
    }
    #expect(two == [#"cold 1["a"][0]"#, #"cold 2["b"][0]"#])
  }

  @Test func `a subscription without a diagram names its input`() {
    let failures = failures {
      marbles { m in
        m.expectCleanRun()
        for load in [m.cold("x"), m.cold("x|", then: ["y|"])] {
          for _ in 0..<3 { m.keep(load.sink { _ in }) }
        }
      }
    }
    let text = "cold 2 has diagrams for 2 subscriptions, but 3 started: at 0ms, 0ms, 0ms."
    #expect(failures.first?.text.firstLine == text)
  }

  /// The labels of the inputs of a run that fails.
  private func labels(
    _ inputs: @escaping @Sendable (Marbles) -> [any Publisher<String, Never>]
  ) -> [String] {
    let failures = failures {
      marbles { m in
        for input in inputs(m) { m.keep(input.sink { _ in }) }
        m.expect(Empty<String, Never>(), "-")
      }
    }
    let lanes = failures.first?.text.split(separator: "\n").dropFirst(2) ?? []
    return lanes.prefix { !$0.hasPrefix(" expected") }
      .map { $0.split(separator: " ").dropLast().joined(separator: " ") }
  }
}
