import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import Synchronization
import TestSupport
import Testing

/// The code of printed tests: it compiles, and repeats the order of the recording.
@Suite struct PrintedCodeTests {
  struct Request: Sendable { var number: Int }

  private let clock = HandClock()

  // MARK: Lanes

  @Test func `an input without new values is left out, and an output without values has a type`() {
    let timeline = Timeline(clock: clock)
    let (empty, initial) = (PublishRelay<Int>(), BehaviorRelay(1))
    let output = PublishRelay<Int>()
    timeline.record(empty, as: "empty")
    timeline.record(initial, as: "initial")
    timeline.record(output.readOnly, as: "output")
    let test = timeline.swiftTest(of: "Model()")
    #expect(!test.contains("m.hot"))
    #expect(test.contains(#"m.expect(model.output, "", [:] as [String: Int])"#))
  }

  @Test func `the end of a released model is left out`() {
    let timeline = Timeline(clock: clock)
    record(SampleModel(search: { [$0] }), in: timeline)
    #expect(timeline.text().contains("|"))
    let test = timeline.swiftTest(of: "Model()")
    #expect(test.contains("model.query.accept($0)"))
    #expect(test.contains("m.expect(model.podcasts, "))
    #expect(!test.contains("|"))
  }

  @Test func `a derived stream has an end in the test only if its relay still exists`() {
    let timeline = Timeline(clock: clock)
    var relay: BehaviorRelay? = BehaviorRelay(1)
    if let values = relay?.readOnly {
      timeline.record(values.map { $0 }.removeDuplicates(), as: "mapped")
      timeline.record(values.map { $0 }.eraseToAnyPublisher(), as: "erased")
      timeline.record(values.first(), as: "first")
    }
    relay = nil
    #expect(
      timeline.text(frame: .seconds(60)).hasPrefix("mapped  (1|)\nerased  (1|)\nfirst   (1|)\n")
    )
    let test = timeline.swiftTest(of: "Model()")
    for line in [#"model.mapped, "1""#, #"model.erased, "1""#, #"model.first, "(1|)""#] {
      #expect(test.contains(line), "\(line) is missing in \(test)")
    }
  }

  private func record(_ model: SampleModel, in timeline: Timeline) {
    timeline.record(model.query, as: "query")
    timeline.record(model.podcasts, as: "podcasts")
    model.query.accept("a")
  }

  @Test func `requests that print the same have different names, and their relay is kept`() async {
    let timeline = Timeline(clock: clock)
    let load = timeline.recording({ (_: Date) async throws in 1 }, as: "load")
    for second in [0, 0.25, 0.25] {
      _ = try? await load(Date(timeIntervalSinceReferenceDate: second))
    }
    let test = timeline.swiftTest(of: "Model(load: load)")
    #expect(test.contains(#"m.expect(loadRequests, "(2'2 2' '2 2')", ["2": Date("#))
    #expect(test.contains("let loadRequests = m.keep(PublishRelay<Date>())"))
    #expect(test.contains("    m.keep(Model(load: load))\n"))
  }

  @Test func `a clock that goes back changes no order`() {
    let timeline = Timeline(clock: clock)
    let relay = PublishRelay<Int>()
    timeline.record(relay, as: "numbers")
    for (number, time) in [(1, 50), (2, 0), (3, -10), (4, 60)] {
      clock.milliseconds = time
      relay.accept(number)
    }
    #expect(timeline.text().hasPrefix("numbers  -----(123)4\n"))
    #expect(timeline.picture("numbers").svg().contains("numbers"))
  }

  // MARK: Order

  @Test func `an input after an answer in one frame comes after it in the test`() async {
    let test = await answerBeforeInput(thenAnswer: false)
    for line in [
      #"m.hot("-s", ["s": "s"]) { model.query.accept($0) }"#,
      "// After the answers in the same frame",
      #"m.hot("---w", ["w": "w"]) { value in m.scheduler.schedule(after: m.scheduler.now) "#
        + "{ model.query.accept(value) } }",
    ] {
      #expect(test.contains(line), "\(line) is missing in \(test)")
    }
    marbles { m in
      let answers = m.cold("--(S|)", ["S": ["S!"], "W": ["W!"]], then: ["---(W|)"])
      let model = m.keep(SampleModel(search: { _ in try await answers() }))
      m.hot("-s", ["s": "s"]) { model.query.accept($0) }
      m.hot("---w", ["w": "w"]) { value in
        m.scheduler.schedule(after: m.scheduler.now) { model.query.accept(value) }
      }
      m.expect(
        model.podcasts.map { "\($0.value ?? [])" },
        "ab-(cd)--e",
        ["a": "[]", "b": "[]", "c": #"["S!"]"#, "d": "[]", "e": #"["W!"]"#]
      )
    }
  }

  @Test func `an order of one frame that a test cannot repeat is the reason of no test`() async {
    #expect(
      await answerBeforeInput(thenAnswer: true) == """
        // No test: the order of an answer and an input in one frame, at 0.03 seconds, is not \
        repeated: choose a shorter frame.

        """
    )
  }

  /// Records an answer at 31 ms and an input at 35 ms, then perhaps an earlier call's answer.
  private func answerBeforeInput(thenAnswer: Bool) async -> String {
    let timeline = Timeline(clock: clock)
    let query = PublishRelay<String>()
    let search = timeline.recording(
      { [clock] (times: [Int]) async throws in
        clock.milliseconds = times[0]
        if times.count > 1 { query.accept("w") }
        clock.milliseconds = times.last ?? 0
        return 1
      },
      as: "search"
    )
    timeline.record(query, as: "query")
    clock.milliseconds = 10
    query.accept("s")
    if thenAnswer {
      let outer = timeline.recording(
        { (_: Int) async throws in
          _ = try await search([31])
          _ = try await search([35, 36])
          return 2
        },
        as: "outer"
      )
      _ = try? await outer(1)
    } else {
      _ = try? await search([31])
      clock.milliseconds = 35
      query.accept("w")
    }
    return timeline.swiftTest(of: "Model(search: search)")
  }

  // MARK: Functions

  @Test func `a function without errors is recorded, and is the reason of no test`() async {
    let timeline = Timeline(clock: clock)
    let load = timeline.recording({ (number: Int) async -> String in "a\(number)" }, as: "load")
    let count = timeline.recording({ () async -> Int in 2 }, as: "count")
    #expect(await load(1) == "a1")
    #expect(await count() == 2)
    #expect(timeline.text().hasPrefix("load requests   1\nload            a\ncount requests  c\n"))
    #expect(
      timeline.swiftTest(of: "Model()").hasPrefix(
        "// No test: the load function 'load' does not throw"
      )
    )
  }

  @Test(arguments: ["class", "default", "self", "_", "in"])
  func `a load function whose name is a keyword is the reason of no test`(name: String) {
    let timeline = Timeline()
    _ = timeline.recording({ (_: Int) async throws in 1 }, as: name)
    #expect(
      timeline.swiftTest(of: "Model()")
        == "// No test: the name of the load function '\(name)' is no identifier.\n"
    )
  }

  @Test func `names that the test declares twice are the reason of no test`() {
    let timeline = Timeline()
    for name in ["m", "model", "load", "load"] {
      _ = timeline.recording({ (_: Int) async throws in 1 }, as: name)
    }
    let relay = PublishRelay<Int>()
    for _ in 0..<2 { timeline.record(relay, as: "relay") }
    relay.accept(1)
    let text = timeline.swiftTest(of: "Model()")
    for name in ["m", "model", "load", "loadAnswers", "loadRequests"] {
      #expect(text.contains("two constants of the test have the name '\(name)'"))
    }
    #expect(text.contains("two inputs have the name 'relay'"))
  }

  @Test(arguments: ["Date", "URL", "Task", "Array"])
  func `a constant or function with the name of a type is the reason of no test`(name: String) {
    let timeline = Timeline()
    timeline.recordConstant(1, as: name)
    _ = timeline.recording({ (_: Int) async throws in 1 }, as: name)
    #expect(
      timeline.swiftTest(of: "Model()") == """
        // No test: the name of the constant '\(name)' is that of a type: begin it with a small letter.
        // No test: the name of the load function '\(name)' is that of a type: begin it with a small \
        letter.

        """
    )
  }

  @Test func `requests and streams that are not Equatable are the reason of no test`() {
    let timeline = Timeline()
    _ = timeline.recording({ (_: Request) async throws in 1 }, as: "load")
    let values = PublishRelay<any Sendable>()
    timeline.record(values.readOnly, as: "values")
    values.accept(1)
    #expect(
      timeline.swiftTest(of: "Model()") == """
        // No test: the values of the lane 'values' are not Equatable: conform their type to \
        Equatable, or record a part that is, such as 'values.map(\\.id)'.
        // No test: the requests of the load function 'load' are not Equatable: conform their type \
        to Equatable.

        """
    )
  }

  @Test func `a test names the structs whose memberwise initializer it uses`() {
    let timeline = Timeline()
    timeline.record(BehaviorRelay(1).readOnly, as: "count")
    timeline.recordConstant([Request(number: 1)], as: "requests")
    let test = timeline.swiftTest(of: "Model(requests: requests)")
    #expect(
      test.contains(
        "    // Uses the memberwise initializers of PrintedCodeTests.Request; pass a SwiftExpression "
          + "for a type with another one, or with a private property\n"
      )
    )
    let mapping = SwiftExpression(of: Request.self) { "Request(\($0.number))" }
    let mapped = timeline.swiftTest(of: "Model(requests: requests)", expressions: [mapping])
    #expect(!mapped.contains("memberwise"))
  }

  @Test func `a load function of any value of a protocol has a type with any`() async {
    let timeline = Timeline(clock: clock)
    let load = timeline.recording({ () async throws in [1 as any Titled] }, as: "load")
    _ = try? await load()
    let test = timeline.swiftTest(of: "Model(load: load)")
    for text in ["as [String: Array<any Titled>]", "() async throws -> Array<any Titled> = {"] {
      #expect(test.contains(text), "\(text) is missing in \(test)")
    }
    marbles { m in
      let loadAnswers = m.cold("(1|)", ["1": [1]] as [String: Array<any Titled>])
      let load: @Sendable () async throws -> Array<any Titled> = { try await loadAnswers() }
      let loader = m.keep(Loader { try await load().count })
      loader.load()
      m.expect(loader.states.compactMap(\.value), "1", ["1": 1])
    }
  }

  // MARK: Text

  @Test(arguments: ["a\tb", "a\0b", "a\u{1}b", "a\u{A0}b", "a\u{B}b", "a\u{2028}b", "a\u{85}b"])
  func `a name has only visible characters`(name: String) {
    let timeline = Timeline()
    let relay = PublishRelay<Int>()
    timeline.record(relay.readOnly, as: "numbers")
    #expect(timeline.swiftTest(of: "Model()", named: name).contains("func `a b`() {"))
    #expect(timeline.swiftTest(of: "Model()", named: "$a").contains("func ` a`() {"))
  }

  @Test func `a reason is one line`() {
    let timeline = Timeline()
    _ = timeline.recording({ (_: Int) async throws in 1 }, as: "a\nlet evil = 1")
    let text = timeline.swiftTest(of: "Model()")
    #expect(
      text == "// No test: the name of the load function 'a let evil = 1' is no identifier.\n"
    )
  }
}

protocol Titled: Sendable {}
extension Int: Titled {}

/// A clock whose time is set, also back.
private final class HandClock: Clock, Sendable {
  private let start = ContinuousClock.now
  private let elapsed = Mutex(0)

  var milliseconds: Int {
    get { elapsed.withLock { $0 } }
    set { elapsed.withLock { $0 = newValue } }
  }
  var now: ContinuousClock.Instant { start.advanced(by: .milliseconds(milliseconds)) }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
