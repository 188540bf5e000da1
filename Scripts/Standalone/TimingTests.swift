import MarbleTesting
import Testing
import Timing

// No other import: `MarbleTesting` includes the operators of publishers, and no type of ReactiveLoadable.

@Test func `a stream on the test clock`() {
  marbles(until: .milliseconds(55)) { m in
    m.expect(ticks(every: .milliseconds(20), on: m.clock), "--1-2-")
  }
}

@Test func `hot and cold inputs as publishers`() {
  marbles { m in
    let query = m.hot("-a-b-----|")
    let load = m.cold("--x|")
    let pauses = query.debounce(for: .milliseconds(20), scheduler: m.scheduler)
    m.expect(pauses.map { _ in load }.switchToLatest(), "-------x-|")
    m.expectSubscriptions(load, ["-----^--!"])
  }
}

@Test func `hot and cold inputs as async sequences`() {
  marbles(exploring: 20) { m in
    let words = m.hot("-a-b-#", failure: Offline())
    m.expect(words.elements.map { $0 + $0 }, "-'aa'-'bb'-#", failure: Offline())
    m.expect(m.cold("-x-y|").elements, "-x-y|")
  }
}

@Test func `a cold input as a load function`() {
  marbles { m in
    let load = m.cold("--x|")
    let loader = m.keep(Loader { try await load() })
    m.at(.milliseconds(10)) { Task { await loader.start() } }
    let states: [String: Loadable<String>] = ["i": .idle, "b": .busy, "d": .done("x")]
    m.expect(loader.states, "ib-d", states)
    m.expectSubscriptions(load, ["-^-!"])
  }
}

@Test func `names of ReactiveLoadable are free`() {
  #expect(Loadable<Int>.idle == .idle)
  #expect(LoadState.on != .off)
  #expect(Relay() == Relay())
  #expect(Elements() == Elements())
}

@Test func `a recording as a diagram`() {
  #expect(MarbleDiagram(quantizing: [(.milliseconds(3), "l")]).description == "l")
}

private struct Offline: Error, Equatable {}
