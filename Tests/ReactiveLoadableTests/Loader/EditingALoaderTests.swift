import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The diagrams and the table of "Updating a loaded value live".
///
/// A character is 10 ms, and a load takes 20 ms; that of "a" returns a, and later ones b. An edit
/// appends its letter. `A`, `X`, `B`, `W` and `S` are loaded a, ax, b, bx and s; `l`, `r`, `R` and
/// `q` loading over nothing, a, ax and s; `f`, `F` and `G` failed over nothing, ax and axy.
@Suite struct `Edits of a loader (L16)` {
  typealias Texts = Loader<String, String, SampleError>

  private func loader(
    _ m: Marbles,
    _ works: String...,
    policy: LoadPolicy = LoadPolicy()
  ) -> Texts {
    let work = m.cold(works[0], failure: SampleError.first, then: Array(works.dropFirst()))
    var policy = policy
    policy.clock = m.clock
    policy.isCancellation = { $0 as? SampleError == .second }
    return m.keep(
      Loader(policy: policy) { _ async throws(SampleError) in try await work(orCancelled: .second) }
    )
  }

  /// Performs the intent of a letter; `x` and `y` are edits, `z` is an edit x for the request b.
  private func perform(_ sign: String, _ loader: Texts) {
    switch sign {
    case "a", "b": loader.load(sign)
    case "?": loader.loadIfNeeded("a")
    case "r": loader.refresh()
    case "c": loader.cancel()
    case "0": loader.reset()
    case "i": loader.invalidate()
    case "s": loader.set(sign)
    case "z": loader.edit({ $0 += "x" }, for: "b")
    default: loader.edit { $0 += sign }
    }
  }

  private func sign(_ state: Loadable<String, SampleError>) -> String {
    let texts =
      switch state {
      case .notRequested: ["": "n"]
      case .loading: ["": "l", "a": "r", "ax": "R", "s": "q"]
      case .loaded: ["a": "A", "ax": "X", "axy": "Y", "b": "B", "bx": "W", "s": "S"]
      case .failed: ["": "f", "ax": "F", "axy": "G"]
      }
    return texts[state.latest ?? ""] ?? "?"
  }

  private func expect(_ m: Marbles, _ loader: Texts, _ intents: String, _ states: String) {
    m.hot(intents) { perform($0, loader) }
    m.expect(loader.states.map(sign), states)
  }

  @Test(arguments: [
    // Loaded, and before anything is loaded.
    ("-a--x", "nl-AX"), ("-a--xy", "nl-AXY"), ("xa", "nl-A"), ("x", "n"),
    // During the first load.
    ("-ax", "nl-X"), ("-a(xc)", "nln"), ("-a(x0)a", "nlnl-B"),
    // During a refresh that started before the edit, and after it.
    ("-a---rx", "nl-A-rRW"), ("-a---xr", "nl-A-XR-B"), ("-a---r(xc)", "nl-A-r(RX)"),
    // A refresh restarts after the edit.
    ("-a---(rx)(ir)", "nl-A-(rR)R-B"),
    // A value that is set after the edit replaces it; the result of the load has it.
    ("-a---xs", "nl-A-XS"), ("-a---(rxs)", "nl-A-(rRq)-W"),
  ])
  func `an edit changes the visible value, and the result of a load in flight`(
    intents: String,
    states: String
  ) {
    marbles { m in
      let loader = loader(m, "--a|", "--b|", "--b|")
      expect(m, loader, intents, states)
    }
  }

  @Test func `a failed load leaves the edit in the previous value, which edits change, too`() {
    marbles { m in
      expect(m, loader(m, "--a|", "--#"), "-a---rx-y", "nl-A-rRFG")
    }
  }

  @Test func `a failed first load leaves nothing to edit`() {
    marbles { m in expect(m, loader(m, "--#"), "-ax-y", "nl-f") }
  }

  @Test func `an edit does not make a stale value fresh`() {
    marbles { m in
      let policy = LoadPolicy(freshness: .lasting(.milliseconds(50)))
      expect(m, loader(m, "--a|", "--b|", policy: policy), "-a----x--?", "nl-A--X--R-B")
    }
  }

  @Test func `the result of a retry has the edits since it started, and no earlier ones`() {
    let policy = LoadPolicy(retry: .constant(.milliseconds(20), limit: 1))
    marbles { m in expect(m, loader(m, "-#", "--a|", policy: policy), "-a-x", "nll---A") }
    marbles { m in expect(m, loader(m, "--#", "--a|", policy: policy), "-ax", "nl-l---A") }
    marbles { m in expect(m, loader(m, "-#", "--a|", policy: policy), "-a---x", "nll---X") }
  }

  @Test func `an edit belongs to the request that it names, or to that of the visible value`() {
    let policy = LoadPolicy(previous: .always)
    marbles { m in expect(m, loader(m, "--a|", "--b|", policy: policy), "-a---bz", "nl-A-r-W") }
    marbles { m in expect(m, loader(m, "--a|", "--b|", policy: policy), "-a---bx", "nl-A-rRB") }
    marbles { m in expect(m, loader(m, "--a|"), "-a--z", "nl-A") }
    // The value of a is hidden.
    marbles { m in expect(m, loader(m, "--a|", "--b|"), "-a---bx", "nl-A-l-W") }
  }

  @Test func `a partial value has the edits since its attempt started`() {
    marbles { m in
      let work = m.cold("--b|")
      let loader: ValueLoader<String> = m.keep(
        Loader { report async throws in
          report.value("a")
          return try await work()
        }
      )
      m.at(.milliseconds(10)) { loader.load() }
      m.hot("--x") { text in loader.edit { $0 += text } }
      m.expect(loader.states.map { $0.latest ?? "n" }, "n(na)'ax' 'bx'")
    }
  }

  @Test func `a rollback removes its own change, and leaves an edit above it`() {
    marbles { m in
      let loader: ValueLoader<String> = m.keep(Loader { "a" })
      let write = m.cold("---#", failure: SampleError.first)
      let add = m.keep(
        Mutation(editing: loader) { (text: String, value) in
          value += text
        } write: { _ in
          _ = try await write()
        }
      )
      loader.set("a")
      m.hot("-w") { add.run($0) }
      m.hot("--x") { text in loader.edit { $0 += text } }
      m.expect(loader.states.map { $0.latest ?? "n" }, "a'aw' 'awx'-'ax'")
    }
  }

  @Test func `an edit is an event`() {
    let (loader, log) = (Loader { "a" }, Log<String>())
    let observation = loader.observe(LoadObserver { log.note("\($0.kind)") })
    loader.edit { $0 += "x" }
    loader.set("a")
    loader.edit { $0 += "x" }
    #expect(log.entries == ["value set", "edited"])
    observation.cancel()
  }

  @Test(.needsImmediateTasks) func `the request of the visible value`() {
    let (waiting, end) = AsyncStream<Int>.makeStream()
    let loader = Loader(policy: LoadPolicy(previous: .always)) { (request: Int) async throws in
      if request == 2 { for await _ in waiting {} }
      return request
    }
    #expect(loader.request == nil)
    loader.set(0)
    #expect(loader.request == nil, "a value that was set belongs to no request")
    loader.load(1)
    #expect(loader.request == 1)
    loader.load(2)
    #expect(loader.request == 1, "the previous value is visible")
    loader.set(7)
    #expect(loader.request == 2)
    loader.reset()
    #expect(loader.request == nil)
    end.finish()
  }
}
