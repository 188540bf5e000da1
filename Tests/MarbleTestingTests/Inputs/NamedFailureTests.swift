import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// Several kinds of failure in one diagram.
@Suite struct NamedFailureTests {
  private enum LoadError: Error, Equatable {
    case offline, denied
    case status(Int)
  }

  @Test func `inputs fail with the error of the name`() {
    marbles { m in
      let failures = ["x": LoadError.offline, "not found": .status(404)]
      let hot = m.hot("-a-#x", failures: failures)
      let cold = m.cold("--#x", failures: failures, then: ["-(a#'not found')"])
      let load = m.responses(to: [1: "-#x", 2: "a#'not found'"], failures: failures)
      m.expect(hot, "-a-#", failure: .offline)
      m.expect(cold, "--#", failure: .offline)
      m.expect(cold, "-(a#)", failure: .status(404))
      m.expect(load[1], "-#", failure: .offline)
      m.expect(load[2].elements, "a#", failure: LoadError.status(404))
    }
  }

  @Test func `failures of several types have names, too`() {
    marbles { m in
      let failures: [String: any Error] = ["x": LoadError.offline, "y": Offline()]
      m.expect(m.hot("-#x", failures: failures).elements, "-#x", failures: failures)
      m.expect(m.hot("-#y", failures: failures).elements, "-#y", failures: failures)
    }
  }

  @Test func `a failure without a name matches any error, or the one of failure`() {
    let body: @Sendable (Marbles) -> Void = { m in
      let failing = m.hot("-#", failure: LoadError.denied)
      let (offline, denied) = (["o": LoadError.offline], ["d": LoadError.denied])
      m.expect(failing, "-#", failures: offline)
      m.expect(failing, "-#", failure: .denied, failures: offline)
      m.expect(failing, "-#", failure: .offline, failures: denied)
    }
    let failures = failures { marbles { body($0) } }
    #expect(
      failures.map(\.withoutLocation) == [
        """
        failing: failed at 10 ms with .denied, expected .offline
         time(ms)  0
         failing   -#
         expected  -#
         actual    -*     * = #d
                    ^
         10 ms  expected the failure # = .offline; the failure #d = .denied arrived
         If this is right, the diagram is "-#d".
        """
      ]
    )
  }

  @Test func `the error of another name is a difference`() {
    let failures = failures {
      marbles { m in
        let errors = ["o": LoadError.offline, "no access": .denied]
        let failing = m.hot("-a-#'no access'", failures: errors)
        m.expect(failing, "-a-#o", failures: errors)
        m.expect(failing, "-a--#o", failures: errors, checking: .order)
        m.expect(failing.elements, "-a-#s", failures: ["s": LoadError.status(1)])
      }
    }
    #expect(
      failures.map(\.withoutLocation) == [
        """
        failing: failed at 30 ms with .denied, expected .offline
         time(ms)  0
         failing   -a-*     * = #'no access'
         expected  -a-+     + = #o
         actual    -a-*     * = #'no access'
                      ^
         30 ms  expected the failure #o = .offline; the failure #'no access' = .denied arrived
         If this is right, the diagram is "-a-#'no access'".
        """,
        """
        failing: failed at 30 ms with .denied instead of failing with .offline at 40 ms
         time(ms)  0
         failing   -a-*      * = #'no access'
         expected  -a--+     + = #o
         actual    -a-*      * = #'no access'
                      ^^
         30 ms  nothing expected; the failure #'no access' = .denied arrived
         40 ms  expected the failure #o = .offline; nothing arrived
         If this is right, the diagram is "-a-#'no access'".
        """,
        """
        failing.elements: failed at 30 ms with .denied, expected .status(1)
         time(ms)  0
         failing   -a-*     * = #'no access'
         expected  -a-+     + = #s
         actual    -a-#
                      ^
         30 ms  expected the failure #s = .status(1); the failure # = .denied arrived
         If this is right, the diagram is "-a-#x", with "x" in `failures:`: .denied
        """,
      ]
    )
  }

  @Test func `an unknown or missing name of a failure is reported with the known names`() {
    let failures = failures {
      marbles { m in
        let table = ["x": LoadError.offline, "not found": .denied]
        _ = m.hot("-#z", failures: table)
        _ = m.cold("-#", failures: table)
        _ = m.responses(to: [1: "a-#'not here'"], failures: table)
        _ = m.hot("-#x")
        _ = m.hot("-#x", failure: LoadError.offline)
        m.expect(m.cold("a"), "-#x")
        m.expect(m.cold("a").elements, "-#🇩🇪", failures: table)
        m.expect(reading: { 1 }, "1-#x")
        m.expectSubscriptions(m.cold("a"), ["^-#x"])
      }
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "The diagram does not match its values: column 2: expected a failure that has an error "
          + "(#'not found', #x), found '#z'.",
        "The diagram does not match its values: column 2: expected a failure that has an error "
          + "(#'not found', #x), found '#'.",
        "The diagram does not match its values: column 3: expected a failure that has an error "
          + "(#'not found', #x), found '#'not here''.",
        "Invalid diagram: column 2: expected a value or '|', because no `failures:` are given, "
          + "found '#x'.",
        "Invalid diagram: column 2: expected '#' without a name, because no `failures:` are given, "
          + "found '#x'.",
        "Invalid diagram: column 2: expected '#' without a name, because no `failures:` are given, "
          + "found '#x'.",
        "The diagram does not match its values: column 2: expected a failure that has an error "
          + "(#'not found', #x), found '#🇩🇪'.",
        "Invalid diagram: column 3: expected a value: a closure or an expression does not complete, "
          + "found '#x'.",
        "Invalid diagram: column 3: expected '!' or '-' in the diagram of one subscription, "
          + "found '#x'.",
      ]
    )
  }
}
