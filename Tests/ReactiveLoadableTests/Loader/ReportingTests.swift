import LoadableTesting
import ReactiveLoadable
import Testing

/// The diagrams of "Reporting progress and early values".
@Suite struct `Reporting (L11)` {
  private let states = MarbleStates<String, SampleError>.states(
    loaded: ["A": "A", "C": "C"],
    failed: ["f": .first]
  )

  /// A loader whose work reports the values of `early`, and then returns the value of `work`.
  private func loader<Signal: Sendable>(
    _ m: Marbles,
    _ early: MarbleCold<Signal, Never>,
    _ work: MarbleCold<String, SampleError>,
    retry: RetryPolicy = .never,
    _ send: @escaping @Sendable (LoadReporter<String>, Signal) -> Void
  ) -> Loader<NoRequest, String, SampleError> {
    let policy = LoadPolicy(retry: retry, clock: m.clock) { $0 as? SampleError == .second }
    return m.keep(
      Loader(policy: policy) { report async throws(SampleError) -> String in
        if let signal = try? await early() { send(report, signal) }
        return try await work(orCancelled: .second)
      }
    )
  }

  @Test func `a partial value is visible until the result arrives`() {
    marbles { m in
      let loader = loader(m, m.cold("-C|"), m.cold("--A|", failure: SampleError.first)) {
        $0.value($1)
      }
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl'l C'-A", states)
    }
  }

  @Test func `progress is part of the loading state`() {
    marbles { m in
      let loader = loader(m, m.cold("-C|"), m.cold("--A|", failure: SampleError.first)) {
        report,
        _ in
        report.progress(0.5)
        report.progress(0.5)
      }
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl'50%'-A", states)
    }
  }

  @Test func `units are counted, with or without a total`() {
    marbles { m in
      let loader = loader(m, m.cold("-C|"), m.cold("--A|", failure: SampleError.first)) {
        report,
        _ in
        report.progress(completed: 3, of: nil)
        report.progress(completed: 4, of: 10)
      }
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl('3 of ?' '4 of 10')-A", states)
    }
  }

  @Test func `a partial value that is visible already is not published again`() {
    marbles { m in
      let loader = loader(m, m.cold("-C|"), m.cold("--A|", failure: SampleError.first)) {
        $0.value($1)
        $0.value($1)
      }
      loader.set("C")
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "C'l C'--A", states)
    }
  }

  @Test func `a partial value that is visible already stays when the load fails`() {
    marbles { m in
      let loader = loader(m, m.cold("-C|"), m.cold("--#", failure: SampleError.first)) {
        $0.value($1)
      }
      loader.set("C")
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "C'l C'--'f C'", states)
    }
  }

  @Test func `a partial value that cannot be compared is published again`() {
    struct Opaque: Sendable { let name: String }
    marbles { m in
      let loader = m.keep(
        Loader { (report: LoadReporter<Opaque>) in
          report.value(Opaque(name: "C"))
          return Opaque(name: "A")
        }
      )
      loader.set(Opaque(name: "C"))
      m.at(.milliseconds(10)) { loader.load() }
      let names = loader.states.map { "\($0.isLoading ? "l " : "")\($0.latest?.name ?? "n")" }
      m.expect(names, "C('l C' 'l C' A)")
    }
  }

  @Test func `a cancel removes a partial value`() {
    marbles { m in
      let loader = loader(m, m.cold("-C|"), m.cold("----A|", failure: SampleError.first)) {
        $0.value($1)
      }
      m.at(.milliseconds(10)) { loader.load() }
      m.at(.milliseconds(40)) { loader.cancel() }
      m.expect(loader.states, "nl'l C'-n", states)
    }
  }

  @Test func `a failure keeps a partial value`() {
    marbles { m in
      let loader = loader(m, m.cold("-C|"), m.cold("--#", failure: SampleError.first)) {
        $0.value($1)
      }
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl'l C'-'f C'", states)
    }
  }

  @Test func `a retry starts without progress, and keeps the visible value`() {
    marbles { m in
      let loader = loader(
        m,
        m.cold("-C|"),
        m.cold("-#", failure: SampleError.first, then: ["-A|"]),
        retry: .constant(.milliseconds(10), limit: 1)
      ) { report, value in
        report.progress(0.5)
        report.value(value)
      }
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nl(pc)w-qA", Self.steps)
    }
  }

  /// The states of the retry: `p` half done, `c` showing C too, `w` waiting, `q` half done again.
  static let steps: [String: Loadable<String, SampleError>] = [
    "n": .notRequested, "l": .loading, "A": .loaded("A"),
    "p": .loading(Loading(progress: 0.5)),
    "c": .loading(Loading(previous: "C", progress: 0.5)),
    "w": .loading(Loading(previous: "C", attempt: 1)),
    "q": .loading(Loading(previous: "C", attempt: 1, progress: 0.5)),
  ]

  @Test func `a report after the end changes nothing`() async {
    let reporters = Log<LoadReporter<Int>>()
    let loader = Loader { (report: LoadReporter<Int>) async -> Int in
      reporters.note(report)
      return 1
    }
    await loader.load().outcome()
    reporters.entries[0].value(2)
    reporters.entries[0].progress(0.5)
    #expect(loader.state == .loaded(1))
    let refresh = loader.refresh()
    reporters.entries[0].value(3)
    await refresh.outcome()
    #expect(loader.state == .loaded(1), "a reporter of an old load changes nothing")
  }

  @Test func `a load function with a request reports, too`() async {
    let loader = Loader { (request: Int, report: LoadReporter<Int>) async throws -> Int in
      report.value(request)
      return request + 1
    }
    #expect(await loader.load(1).outcome() == .loaded(2))
  }
}

@Suite struct LoadProgressTests {
  @Test(arguments: [(0.4, 0.4), (-1, 0), (2, 1), (.nan, 0), (.infinity, 1)])
  func `a fraction is clamped between zero and one`(_ given: Double, _ fraction: Double) {
    #expect(LoadProgress(fraction: given).fraction == fraction)
  }

  @Test(
    arguments: [
      (3, 10, 0.3), (0, 10, 0), (11, 10, 1), (-1, 10, 0), (3, nil, nil), (3, 0, nil), (3, -1, nil),
    ] as [(Int64, Int64?, Double?)]
  )
  func `units have a fraction if their total is known`(
    _ completed: Int64,
    _ total: Int64?,
    _ fraction: Double?
  ) {
    #expect(LoadProgress(completed: completed, of: total).fraction == fraction)
  }

  @Test func `progress is printed in plain units`() {
    #expect("\(LoadProgress(fraction: 0.29))" == "29%")
    #expect("\(LoadProgress(completed: 3, of: 10))" == "3 of 10")
    #expect("\(LoadProgress(completed: 3))" == "3 of ?")
  }
}
