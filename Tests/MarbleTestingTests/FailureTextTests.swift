import MarbleTesting
import OpenCombineShim
import Testing

/// The texts are those of runs that really fail.
@Suite struct FailureTextTests {
  private enum State: Equatable {
    case empty, loading
    case loaded([String])
  }

  private let states: [String: State] = [
    "n": .empty, "l": .loading, "d": .loaded(["Swift", "Rust", "Go"]),
  ]

  @Test func `a late value is drawn under the ruler`() {
    let failures = failures {
      marbles { m in
        let query = m.hot("-a-(bc)--------|")
        let states = m.hot("n-----l---d---", states)
        m.keep(query.sink { _ in })
        m.expect(states, "n-----l-d------", self.states)
      }
    }
    print(failures.map(\.text))
    for f in failures { print(f.text) }
  }

  @Test func `show them`() {
    for f in failures({
      marbles { m in
        let query = m.hot("-a-(bc)-'long name'-------|")
        let states = m.hot("n-----l-e--d 800ms n-(ld)|", states.merging(["e": .loaded(["Swift", "Rust", "Zig"])]) { $1 })
        m.keep(query.sink { _ in })
        m.expect(states, "n---l---d--- 700ms d-(dl)-|", self.states)
        let load = m.cold("--x|")
        m.at(.milliseconds(30)) { m.keep(load.sink { _ in }) }
        m.expectSubscriptions(load, ["--^---!", "---^"])
      }
    }) { print(f.text) }
    for f in failures({
      marbles { m in
        m.hot("-a-b") { _ in }
        m.keep(m.hot("-a-(b-c)").sink { _ in })
        m.expect(m.hot("-a-b"), "-a-'c", ["a": "a"])
        m.expectSubscriptions(m.cold("x"), ["^-^"])
      }
    }) { print(f.text) }
    for f in failures({
      marbles { m in
        let clock = m.clock
        let query = m.hot("-a-b")
        let elements = query.elements
        Task { for await _ in elements {} }
        Task { try await clock.sleep(for: .seconds(7200)) }
        Task { try await Task.sleep(for: .milliseconds(30)) }
      }
    }) { print(f.text) }
  }
}
