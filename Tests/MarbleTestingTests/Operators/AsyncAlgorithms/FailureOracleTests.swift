#if os(macOS) || os(Linux) || os(Windows)
import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

// NB: each is documented to throw if any of its bases throws. Its `Failure` is that of the first
// one,
// though, and the failure of another is cast to it. A test that needs one gives the first sequence
// the failure type, too.
@Suite struct FailureOracleTests {
  @Test func `merge traps at a failure of the second if the first cannot fail`() async {
    await #expect(processExitsWith: .failure) {
      marbles { m in
        let a = m.hot("-a-|")
        let b = m.hot("b-#", failure: Offline())
        m.expect(merge(a.elements, b.elements), "ba#")
      }
    }
  }

  @Test func `combineLatest traps at a failure of the second if the first cannot fail`() async {
    await #expect(processExitsWith: .failure) {
      marbles { m in
        let a = m.hot("-a-|")
        let b = m.hot("b-#", failure: Offline())
        let out = combineLatest(a.elements, b.elements).map { $0 + $1 }
        m.expect(out, "-1#", ["1": "ab"])
      }
    }
  }

  @Test func `zip traps at a failure of the second if the first cannot fail`() async {
    await #expect(processExitsWith: .failure) {
      marbles { m in
        let a = m.hot("-a-|")
        let b = m.hot("b-#", failure: Offline())
        let out = zip(a.elements, b.elements).map { $0 + $1 }
        m.expect(out, "-1#", ["1": "ab"])
      }
    }
  }

  @Test func `chain traps at a failure of the second if the first cannot fail`() async {
    await #expect(processExitsWith: .failure) {
      marbles { m in
        let a = m.hot("a|")
        let b = m.hot("-b#", failure: Offline())
        m.expect(chain(a.elements, b.elements), "ab#")
      }
    }
  }

  @Test func `joined traps at a failure of an inner one if the outer one cannot fail`() async {
    await #expect(processExitsWith: .failure) {
      marbles { m in
        let a = m.hot("a-|")
        let b = m.cold("-b#", failure: Offline())
        m.expect(a.elements.map { _ in b.elements }.joined(), "-b#")
      }
    }
  }

  @Test func `chunks trap at a failure of the signals if the values cannot fail`() async {
    await #expect(processExitsWith: .failure) {
      marbles { m in
        let a = m.hot("-a-|")
        let s = m.hot("--#", failure: Offline())
        let out = a.elements.chunked(by: s.elements).map { $0.joined() }
        m.expect(out, "--#")
      }
    }
  }
}
#endif
