import MarbleTesting
import OpenCombineShim
import ReactiveLoadable
import Testing

@Suite struct MatcherTests {
  @Test func `a failure is not the one that it wraps`() {
    #expect(differs(LoadError(Offline()), from: Offline()))
    #expect(differs(Offline(), from: LoadError(Offline())))
    #expect(differs(Opaque(code: 1), from: Opaque(code: 2)))
    #expect(!differs(LoadError(Offline()), from: LoadError(Offline())))
    #expect(!differs(Offline(), from: Offline()))
    #expect(!differs(Opaque(code: 1), from: Opaque(code: 1)))
  }

  /// Whether a failure that came is reported where another was expected.
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

private struct Opaque: Error {
  let code: Int
}
