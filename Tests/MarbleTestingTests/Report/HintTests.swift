import CombineShim
import MarbleTesting
import TestSupport
import Testing

@Suite struct HintTests {
  @Test func `a completion before missing values hints at a released object`() {
    let failures = failures {
      marbles { m in
        let ended = m.hot("-a|")
        m.expect(ended, "-a--b")
      }
      marbles { m in
        let relay = PassthroughSubject<String, Never>()
        m.at(.milliseconds(30)) { relay.send(completion: .finished) }
        let delayed = relay.receive(on: m.scheduler)
        m.expect(delayed, "--a-b")
        m.expect(delayed, "--a")
        m.expect(delayed, "---a-b")
        m.expect(delayed, "-----b|")
      }
    }
    let hints = failures.map { $0.text.contains("is the object held with `m.keep`?") }
    #expect(hints == [false, true, false, true, false])
  }

  @Test func `only a completion at the start with an unused input claims a released object`() {
    let failures = failures {
      marbles { m in m.expect(PassthroughSubject<String, Never>.completed, "a-b") }
      marbles { m in
        m.expect(m.hot("-a-b"), "-a-b")
        m.expect(PassthroughSubject<String, Never>.completed, "a-b")
      }
      marbles { m in
        let query = m.hot("-a")
        m.expect(PassthroughSubject<String, Never>.completed, "-a")
        _ = query
      }
    }
    let lines = failures.map { $0.text.firstLine }
    #expect(
      lines.map { $0.contains("its object was probably released") } == [false, false, true]
    )
    #expect(lines.first?.contains("completed at 0 ms, 2 values missing") == true)
  }

  @Test(
    arguments: [
      ("-swift-rust", #" "swift" is five values; 'swift' in quotes is one."#),
      ("a-Zoë", #" "Zoë" is three values; 'Zoë' in quotes is one."#),
      ("internationalization", #" "internationalization" is 20 values"#),
    ]
  )
  func `a word without quotes hints at several values`(_ diagram: String, _ hint: String) {
    let inputs: [@Sendable (Marbles) -> Void] = [
      { _ = $0.hot(diagram) }, { $0.hot(diagram) { _ in } }, { _ = $0.cold(diagram) },
      { _ = $0.cold("x", then: [diagram]) }, { _ = $0.responses(to: ["x": diagram]) },
    ]
    for input in inputs { #expect(text(input).contains("\n\(hint)")) }
  }

  @Test(arguments: ["-abc-ss-rst|", "-aaa", "-ab-if|", "-(zoë)", "-'s'--'swift'", "-312"])
  func `letters that are no word have no hint`(_ diagram: String) {
    #expect(!text { _ = $0.hot(diagram) }.contains("in quotes is one"))
  }

  @Test func `names of a table have no hint`() {
    let table = ["d": "1", "a": "2", "y": "3"]
    #expect(!text { _ = $0.hot("day", table) }.contains("in quotes is one"))
  }

  /// The failure of a run with an input.
  private func text(_ input: @escaping @Sendable (Marbles) -> Void) -> String {
    let failures = failures {
      marbles { m in
        input(m)
        m.expect(Empty<String, Never>(), "-")
      }
    }
    return failures.first?.text ?? ""
  }
}

extension PassthroughSubject {
  /// A subject that has completed.
  fileprivate static var completed: PassthroughSubject {
    let subject = PassthroughSubject()
    subject.send(completion: .finished)
    return subject
  }
}
