import AsyncAlgorithms
import LoadableTesting
import ReactiveLoadable
import Testing

@Suite struct `Elements behind a gate (W1, W2)` {
  struct Case: Sendable, CustomTestStringConvertible {
    let gate: String
    let elements: String
    let gated: String

    var testDescription: String { "\(elements) behind \(gate)" }
  }

  @Test(arguments: [
    Case(gate: "f---t---f---t", elements: "-ab---c---de-|", gated: "----b-c-----e|"),
    Case(gate: "f----t", elements: "-a-|", gated: "-----(a|)"),
    Case(gate: "t--|", elements: "-a---b-|", gated: "-a---b-|"),
    Case(gate: "f--|", elements: "-a---b-|", gated: "---|"),
  ])
  func `gated elements follow the contract`(_ example: Case) { check(example) }

  @Test(arguments: [
    Case(gate: "", elements: "-a-b-|", gated: ""),
    Case(gate: "--t", elements: "-a-b-|", gated: "--ab-|"),
    Case(gate: "|", elements: "-a", gated: "|"),
    Case(gate: "t", elements: "--|", gated: "--|"),
    Case(gate: "f", elements: "--|", gated: "--|"),
    // Opened or closed again.
    Case(gate: "t-t-f-f-t-t", elements: "-a-b-c-d-e-|", gated: "-a-b----de-|"),
    // An element that has passed does not pass again.
    Case(gate: "f-t-f-t", elements: "-a----------|", gated: "--a---------|"),
    Case(gate: "f-t-f-|", elements: "-a---b", gated: "--a---|"),
    Case(gate: "t-f|", elements: "-a", gated: "-a-|"),
  ])
  func `gated elements follow the contract beyond its diagrams`(_ example: Case) { check(example) }

  private func check(_ example: Case) {
    marbles { m in
      let gate = m.hot(example.gate, ["t": true, "f": false])
      let gated = m.hot(example.elements).elements.gated(by: gate.elements)
      m.expect(gated, example.gated)
    }
  }

  @Test func `in any order of tasks the last element passes once`() {
    marbles(exploring: 200) { m in
      let gate = m.keep(BehaviorRelay(false))
      m.hot("---t", ["t": true], gate.accept)
      let gated = m.hot("-ab-----c-|").elements.gated(by: gate.elements)
      m.expect(gated, "---b----c-|")
    }
  }

  @Test func `a search typed offline runs once when the network is back`() {
    marbles { m in
      let (query, isOnline) = (m.keep(BehaviorRelay("")), m.keep(BehaviorRelay(true)))
      let answer = m.cold("--A|")
      let loader = m.keep(
        Loader { (_: String) async throws(SampleError) -> String in
          do { return try await answer() } catch { throw .first }
        }
      )
      loader.load(on: query.elements.filter { !$0.isEmpty }.gated(by: isOnline.elements))
      m.hot("--abc-----d") { query.accept($0) }
      m.hot("-f-----t", ["f": false, "t": true]) { isOnline.accept($0) }
      m.expectSubscriptions(answer, ["-------^-!", "----------^-!"])
    }
  }

  @Test func `ticks refresh only visible rows`() {
    marbles(until: .milliseconds(200)) { m in
      let isVisible = m.keep(BehaviorRelay(false))
      let answer = m.cold("-A|")
      let loader = m.keep(Loader { () async throws -> String in try await answer() })
      m.at(.zero) { loader.load() }
      let ticks = AsyncTimerSequence(interval: .milliseconds(30), clock: m.clock)
      loader.perform(.refresh, on: ticks.gated(by: isVisible.elements))
      m.hot("-------t---f", ["f": false, "t": true]) { isVisible.accept($0) }
      m.expectSubscriptions(answer, ["^!", "-------^!", "---------^!"])
    }
  }

  @Test func `a loop that is left releases both streams`() {
    marbles { m in
      let (gate, elements) = (m.cold("t-f", ["t": true, "f": false]), m.cold("--a-b"))
      m.keep(
        Task {
          for await _ in elements.elements.gated(by: gate.elements) { return }
        }
      )
      m.expectSubscriptions(gate, ["^-!"])
      m.expectSubscriptions(elements, ["^-!"])
    }
  }

  @Test func `a cancelled loop ends, and both streams are released`() {
    marbles { m in
      let (gate, elements) = (m.cold("-t", ["t": true]), m.cold("--a"))
      let gated = elements.elements.gated(by: gate.elements)
      let reader = m.keep(Task { for await _ in gated {} })
      m.at(.milliseconds(40)) { reader.cancel() }
      m.expectSubscriptions(gate, ["^---!"])
      m.expectSubscriptions(elements, ["^---!"])
    }
  }
}
