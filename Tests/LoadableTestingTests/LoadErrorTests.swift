import CombineShim
import LoadableTesting
import TestSupport
import Testing

@Suite struct LoadErrorTests {
  @Test func `a failure does not equal the error that it wraps`() {
    #expect(differs(LoadError(Offline()), from: Offline()))
    #expect(differs(Offline(), from: LoadError(Offline())))
    #expect(!differs(LoadError(Offline()), from: LoadError(Offline())))
  }

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
