import LoadableTesting
import ReactiveLoadable
import Testing

/// The diagrams of "Keeping values fresh"; a load takes 20 ms, the first returns A, the next B.
@Suite struct `Freshness (L8)` {
  struct Case: Sendable, CustomTestStringConvertible {
    var freshness = Freshness.forever
    var needed = ""
    var loads = ""
    var refresh = ""
    var cancel = ""
    var invalidate = ""
    var written = ""
    let states: String
    var answers = ["--A|", "--B|"]

    var testDescription: String { "\(freshness), needed \(needed): \(states)" }
  }

  static let short = Freshness.lasting(.milliseconds(60))

  @Test(arguments: [
    Case(freshness: short, needed: "-x---x----x", states: "nl-A------r-B"),
    // Fresh at 80 ms, stale at 90: 60 ms after it was loaded.
    Case(freshness: short, needed: "-x------xx", states: "nl-A-----r-B"),
    Case(freshness: .never, needed: "-x---x", states: "nl-A-r-B"),
    Case(freshness: .lasting(.zero), needed: "-x---x", states: "nl-A-r-B"),
    Case(freshness: .lasting(.seconds(-1)), needed: "-x---x", states: "nl-A-r-B"),
    Case(needed: "-x---x------x", states: "nl-A"),
    Case(
      freshness: short,
      needed: "-x--------x-x",
      cancel: "-----------c",
      states: "nl-A------rAr-B",
      answers: ["--A|", "--A|", "--B|"]
    ),
    Case(freshness: short, needed: "--x-----x---x", written: "-w", states: "nw------r-A"),
    Case(needed: "-x---x", invalidate: "----i", states: "nl-A-r-B"),
    Case(needed: "-x----x", invalidate: "--i", states: "nl-A--r-B"),
    Case(
      loads: "-x",
      refresh: "---x",
      invalidate: "--i",
      states: "nl-l-A",
      answers: ["--A|", "--A|"]
    ),
    Case(
      needed: "---x",
      loads: "-x",
      invalidate: "--i",
      states: "nl-l-A",
      answers: ["--A|", "--A|"]
    ),
    // A refresh that is replaced stays a refresh.
    Case(
      loads: "-x",
      refresh: "-----x-x",
      invalidate: "------i",
      states: "nl-A-r-r-B",
      answers: ["--A|", "--A|", "--B|"]
    ),
    // No value to invalidate.
    Case(needed: "---x", invalidate: "-i", states: "n--l-A"),
    // The value that a cancel restores is stale, too.
    Case(
      needed: "-x-------x",
      refresh: "-----x",
      cancel: "-------c",
      invalidate: "------i",
      states: "nl-A-r-A-r-B",
      answers: ["--A|", "--A|", "--B|"]
    ),
  ])
  func `a stale value is refreshed by loadIfNeeded`(_ example: Case) {
    marbles { m in
      let work = m.cold(example.answers[0], then: Array(example.answers.dropFirst()))
      let policy = LoadPolicy(freshness: example.freshness, clock: m.clock)
      let loader = m.keep(
        Loader(policy: policy) { () async throws -> String in
          try await work()
        }
      )
      m.hot(example.needed) { _ in loader.loadIfNeeded() }
      m.hot(example.loads) { _ in loader.load() }
      m.hot(example.written) { loader.set($0) }
      m.hot(example.cancel) { _ in loader.cancel() }
      m.hot(example.invalidate) { _ in loader.invalidate() }
      m.hot(example.refresh) { _ in loader.refresh() }
      m.expect(
        loader.states,
        example.states,
        .states(loaded: ["A": "A", "B": "B", "w": "w"])
      )
    }
  }

  @Test func `a fresh value is not reloaded, and its caller learns the reason`() async {
    let loader = Loader { 1 }
    await loader.load().outcome()
    #expect(await loader.loadIfNeeded().outcome() == .skipped(.fresh))
    loader.invalidate()
    #expect(loader.state == .loaded(1), "the visible state does not change")
    #expect(await loader.loadIfNeeded().outcome() == .loaded(1))
  }

  @Test func `an invalidated value stays stale when the clock is set back`() async {
    let clock = SettableClock()
    let policy = LoadPolicy(freshness: .lasting(.seconds(60)), clock: clock)
    let loader = Loader(policy: policy) { 1 }
    clock.advance(by: .seconds(10))
    await loader.load().outcome()
    loader.invalidate()
    clock.advance(by: .seconds(-30))
    #expect(await loader.loadIfNeeded().outcome() == .loaded(1))
  }

  @Test func `a stream can invalidate`() {
    marbles { m in
      let answer = m.cold("-A|", then: ["-B|"])
      let loader = m.keep(Loader { try await answer() })
      let edited = m.hot("---e")
      loader.perform(.invalidate, on: edited)
      m.hot("-x---x") { _ in loader.loadIfNeeded() }
      m.expect(loader.states, "nlA--rB", .states(loaded: ["A": "A", "B": "B"]))
    }
  }
}
