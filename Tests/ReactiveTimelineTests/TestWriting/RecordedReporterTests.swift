import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import TestSupport
import Testing

/// Load functions with a reporter: their progress and partial values are part of the test (K7).
@Suite struct RecordedReporterTests {
  @Test func `progress and partial values of a call are recorded, and repeated by the test`() {
    var (text, test) = ("", "")
    marbles { m in
      let timeline = m.keep(Timeline(clock: m.clock))
      let clock = m.clock
      let load = timeline.recording(
        { (request: String, report: LoadReporter<[String]>) async throws in
          try await clock.sleep(for: .milliseconds(10))
          report.value(["saved"])
          try await clock.sleep(for: .milliseconds(10))
          report.progress(0.5)
          try await clock.sleep(for: .milliseconds(10))
          return [request]
        },
        as: "load"
      )
      let model = m.keep(ReportingModel(load: load))
      timeline.record(model.lists, as: "lists")
      m.hot("-a") { model.query.accept($0) }
      m.at(.milliseconds(60)) {
        text = timeline.text()
        test = timeline.swiftTest(of: "ReportingModel(load: load)")
      }
      m.expect(model.lists, Self.states, Self.names)
    }
    #expect(
      text == """
        load requests  -a
        load reports   --sp
        load           ----d
        lists          nlrPD
                       n not requested · l loading · r loading, previous ["saved"] · p progress 50%
                       P loading, progress 50%, previous ["saved"] · a "a" · s partial ["saved"]
                       d ["a"] · D loaded(["a"])
        """
    )
    for line in [
      #"let loadReports = m.cold("-sp", ["#,
      #"["s": .loaded(["saved"]), "p": .loading(Loading(progress: LoadProgress(fraction: 0.5)))]"#
        + " as [String: Loadable<Array<String>, Never>])",
      "let load: @Sendable (String, LoadReporter<Array<String>>) async throws -> Array<String> = "
        + "{ request, report in",
      "if let value = state.value { report.value(value) }",
      "if let progress = state.progress { report.progress(progress) }",
    ] {
      #expect(test.contains(line), "\(line) is missing in \(test)")
    }
    // The printed test.
    marbles { m in
      let loadAnswers = m.cold("---(b|)", ["b": ["a"]] as [String: [String]])
      let loadReports = m.cold(
        "-sp",
        ["s": .loaded(["saved"]), "p": .loading(Loading(progress: LoadProgress(fraction: 0.5)))]
          as [String: Loadable<[String], Never>]
      )
      let load: @Sendable (String, LoadReporter<[String]>) async throws -> [String] = {
        request,
        report in
        let reports = loadReports.sink { state in
          if let value = state.value { report.value(value) }
          if let progress = state.progress { report.progress(progress) }
        }
        defer { reports.cancel() }
        return try await loadAnswers()
      }
      let model = m.keep(ReportingModel(load: load))
      m.hot("-a") { model.query.accept($0) }
      m.expect(model.lists, Self.states, Self.names)
    }
  }

  private static let states = "nlvpd"
  private static let names: [String: LoadState<[String]>] = [
    "n": .notRequested, "l": .loading, "v": .loading(Loading(previous: ["saved"])),
    "p": .loading(Loading(previous: ["saved"], progress: LoadProgress(fraction: 0.5))),
    "d": .loaded(["a"]),
  ]

  @Test func `a load function with a reporter and without a request is recorded`() async {
    let timeline = Timeline()
    let load = timeline.recording(
      { (report: LoadReporter<Int>) async throws in
        report.value(1)
        return 2
      },
      as: "load"
    )
    let loader = Loader(load)
    await loader.load().outcome()
    #expect(timeline.diagrams().map(\.diagram.events.count) == [1, 1, 1])
    let test = timeline.swiftTest(of: "Model(load: load)")
    for line in [
      "let load: @Sendable (LoadReporter<Int>) async throws -> Int = { report in",
      #"as [String: Loadable<Int, Never>]"#,
    ] {
      #expect(test.contains(line), "\(line) is missing in \(test)")
    }
  }

  @Test func `a stopped timeline and a released one record no reports, and the load continues`()
    async
  {
    var timeline: Timeline? = Timeline()
    let load = timeline?.recording(
      { (report: LoadReporter<Int>) async throws in
        report.progress(0.5)
        return 2
      },
      as: "load"
    )
    timeline = nil
    let loader = load.map { Loader($0) }
    await loader?.load().outcome()
    #expect(loader?.state == .loaded(2))
  }
}

final class ReportingModel: Sendable {
  let query = BehaviorRelay("")
  private let loader: RequestLoader<String, [String]>

  var lists: ReadOnlyRelay<LoadState<[String]>> { loader.states }

  init(load: @escaping @Sendable (String, LoadReporter<[String]>) async throws -> [String]) {
    loader = Loader { text, report in try await load(text, report) }
    loader.load(on: query.dropFirst())
  }
}
