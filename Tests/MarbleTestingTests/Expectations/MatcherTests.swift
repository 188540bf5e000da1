import CombineShim
import MarbleTesting
import TestSupport
import Testing

@Suite struct MatcherTests {
  @Test func `a failure does not equal the error that it wraps`() {
    #expect(differs(Wrapped(error: Offline()), from: Offline()))
    #expect(differs(Offline(), from: Wrapped(error: Offline())))
    #expect(differs(Opaque(code: 1), from: Opaque(code: 2)))
    #expect(!differs(Wrapped(error: Offline()), from: Wrapped(error: Offline())))
    #expect(!differs(Offline(), from: Offline()))
    #expect(!differs(Opaque(code: 1), from: Opaque(code: 1)))
  }

  @Test func `names are marked at their positions in the diagram`() {
    let names = (0..<1_000).map { "n\($0)" }
    let diagram = names.map { "'\($0)'" }.joined(separator: " ")
    var calls = 0
    let failures = failures {
      marbles { m in
        let table = MarbleValues<String> { name in
          calls += 1
          return name
        }
        m.expect(m.hot(diagram), "-" + diagram, table)
      }
    }
    #expect(failures.count == 1)
    #expect(calls < 3 * names.count)
  }

  @Test func `names from a closure are marked at their positions in the diagram`() {
    let names = (0..<1_000).map { "n\($0)" }
    let diagram = names.map { "'\($0)'" }.joined(separator: " ")
    var calls: [String: Int] = [:]
    let failures = failures {
      marbles { m in
        m.expect(m.hot(diagram + "-|"), diagram + "|") { name, value in
          calls[name, default: 0] += 1
          return name == value
        }
      }
    }
    #expect(failures.count == 1)
    #expect(calls.values.allSatisfy { $0 < 10 })
  }

  @Test func `of two names of a value the next one in the diagram is printed`() {
    let failures = failures {
      marbles { m in
        let values = ["a": 1, "b": 1, "c": 2, "d": 3]
        let numbers = m.hot("-a-a-d-c-a", values)
        m.expect(numbers, "-a-b-c-c-a", values)
      }
    }
    let lanes = failures.first?.text.split(separator: "\n").dropFirst(3).prefix(2)
    #expect(lanes?.joined(separator: "\n") == " expected  -a-b-c-c-a\n actual    -a-b-d-c-a")
  }

  /// Whether an actual failure is reported where another was expected.
  private func differs(_ actual: any Error, from expected: any Error) -> Bool {
    let failures = failures {
      marbles { m in
        let failing = Fail<String, any Error>(error: actual)
        m.expect(failing, "#", failure: expected)
      }
    }
    return !failures.isEmpty
  }
}

private struct Wrapped: Error, Equatable {
  let error: Offline
}

private struct Opaque: Error {
  let code: Int
}
