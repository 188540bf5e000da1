import Foundation
import ReactiveLoadable
import ReactiveTimeline
import TestSupport
import Testing

/// The values of printed tests that have a mapping or a fixture.
@Suite struct SwiftExpressionTests {
  struct Row: Codable, Hashable { var title: String }

  /// Its JSON lacks a part.
  struct Lossy: Codable, Hashable {
    var title = ""
    var note = ""
    enum CodingKeys: CodingKey { case title }
  }

  struct Endless: Codable, Hashable { var number = Double.infinity }

  final class Reference: Sendable, Equatable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (left: Reference, right: Reference) -> Bool { left.number == right.number }
  }

  struct Broken: Error {}

  private let mapping = SwiftExpression(of: Reference.self) { "Reference(\($0.number))" }

  @Test func `a mapping writes values of its type, also inside states`() {
    let timeline = recording([LoadState.notRequested, .loaded([Reference(1), Reference(2)])])
    let test = timeline.swiftTest(of: "Model()", expressions: [mapping])
    #expect(test.contains(".loaded([Reference(1), Reference(2)])"))
    #expect(
      timeline.swiftTest(of: "Model()")
        == """
        // No test: a value of the lane 'values' has no expression in Swift: Reference has no \
        literal; pass a mapping, `SwiftExpression(of: Reference.self) { … }`.

        """
    )
  }

  @Test func `the first mapping of a type applies, and an error is the reason of no test`() {
    let timeline = recording([1, 2])
    let none = SwiftExpression(of: Int.self) { $0 == 1 ? "one" : nil }
    let later = SwiftExpression(of: Int.self) { "\($0)_000" }
    let test = timeline.swiftTest(of: "Model()", expressions: [none, later])
    #expect(test.contains(#": one, "#))
    #expect(test.contains(#": 2_000]"#))
    let broken = SwiftExpression(of: Int.self) { _ in throw Broken() }
    #expect(
      timeline.swiftTest(of: "Model()", expressions: [broken])
        .contains("the mapping of Int has failed: Broken()")
    )
  }

  @Test func `a fixture is a file of JSON that the test decodes`() {
    let rows = [Row(title: "Swift")]
    let (timeline, states) = (Timeline(clock: FrozenClock()), PublishRelay<LoadState<[Row]>>())
    timeline.record(states.readOnly, as: "values")
    for state in [LoadState.notRequested, .loaded(rows), .loading(previous: rows)] {
      states.accept(state)
    }
    let files = timeline.swiftTestFiles(
      of: "Model()",
      named: "The list, again",
      fixtures: [[Row].self]
    )
    #expect(files.map(\.name) == ["the-list-again.swift", "Fixtures/the-list-again-1.json"])
    #expect(
      files[1].text == """
        [
          {
            "title" : "Swift"
          }
        ]

        """
    )
    #expect(
      files[0].text == #"""
        import Foundation
        import LoadableTesting
        import Testing

        @MainActor @Test func `The list, again`() throws {
          let folder = URL(filePath: #filePath).deletingLastPathComponent()
          let fixture1 = try JSONDecoder().decode(
            Array<SwiftExpressionTests.Row>.self,
            from: Data(contentsOf: folder.appending(path: "Fixtures/the-list-again-1.json"))
          )
          marbles(frame: .milliseconds(10), until: .milliseconds(10)) { m in
            let model = m.keep(Model())
            // The lane 'values', 3 entries
            m.expect(model.values, "(nSr)", ["n": .notRequested, "S": .loaded(fixture1), "r": .loading(Loading(previous: fixture1, cause: .refresh))])
          }
        }

        """#
    )
  }

  @Test func `a constant with the name of a fixture or of its folder leaves another one to it`() {
    let (timeline, states) = (Timeline(clock: FrozenClock()), PublishRelay<[Row]>())
    for name in ["fixture1", "fixtures7", "folder"] { timeline.recordConstant(1, as: name) }
    timeline.record(states.readOnly, as: "values")
    states.accept([Row(title: "Swift")])
    let test = timeline.swiftTestFiles(of: "Model()", fixtures: [[Row].self])[0].text
    for line in [
      "  let decodedFolder = URL(", "  let decoded1 = try JSONDecoder().decode(",
      "from: Data(contentsOf: decodedFolder.appending(", "    let fixture1: Int = 1\n",
      "    let folder: Int = 1\n", #"["S": decoded1]"#,
    ] {
      #expect(test.contains(line), "\(line) is missing in \(test)")
    }
    #expect(timeline.swiftTest(of: "Model()").contains("let folder: Int = 1"))
  }

  @Test func `empty collections, nil and scalars are no fixtures`() {
    let values: [any Sendable] = [[Row](), [Row](), 1, true, "a", Date(timeIntervalSince1970: 0)]
    let types: [any Codable.Type] = [
      [Row].self, Int.self, Bool.self, String.self, Date.self, [String: Row].self, Row?.self,
    ]
    let (timeline, long) = (Timeline(), String(repeating: "x", count: 101))
    for (index, value) in values.enumerated() {
      timeline.recordConstant(value, as: "value\(index)")
    }
    timeline.recordConstant([String: Row](), as: "rows")
    timeline.recordConstant(Row?.none, as: "none")
    timeline.recordConstant(long, as: "long")
    timeline.record(BehaviorRelay(1).readOnly, as: "number")
    let files = timeline.swiftTestFiles(of: "Model()", fixtures: types)
    #expect(files.map(\.name).dropFirst() == ["Fixtures/the-recording-repeats-1.json"])
    for line in [" = []\n", " = [:]\n", " = nil\n", " = true\n", #" = "a"\#n"#, " = fixture1\n"] {
      #expect(files[0].text.contains(line), "\(line) is missing in \(files[0].text)")
    }
  }

  @Test func `a value that its JSON does not keep is the reason of no test`() {
    let lossy = recording([Lossy(title: "a", note: "b")])
    let files = lossy.swiftTestFiles(of: "Model()", fixtures: [Lossy.self])
    #expect(
      files.map(\.text) == [
        "// No test: a value of the lane 'values' has no expression in Swift: "
          + "Lossy is not equal to the value decoded from its JSON.\n"
      ]
    )
    let endless = recording([Endless()])
    let text = endless.swiftTestFiles(of: "Model()", fixtures: [Endless.self])[0].text
    #expect(text.contains("Endless has no JSON: "))
    // A mapping comes first.
    let mapping = SwiftExpression(of: Endless.self) { _ in "Endless()" }
    let mapped = endless.swiftTestFiles(
      of: "Model()",
      expressions: [mapping],
      fixtures: [Endless.self]
    )
    #expect(mapped.count == 1)
    #expect(mapped[0].text.contains(": Endless()]"))
  }

  @Test func `methods are inputs, and paths of expectations can have operators`() {
    let timeline = Timeline(clock: FrozenClock())
    let rename = timeline.recordingInput({ (title: String) in title.count }, as: "rename")
    let refresh = timeline.recordingInput({}, as: "refresh")
    let titles = PublishRelay<String>()
    timeline.record(titles.readOnly, as: #"states.map(\.title).removeDuplicates()"#)
    #expect(rename("ab") == 2)
    refresh()
    titles.accept("ab")
    let test = timeline.swiftTest(of: "Model()")
    for line in [
      #"m.hot("a", ["a": "ab"]) { _ = model.rename($0) }"#, #"{ model.refresh() }"#,
      #"m.expect(model.states.map(\.title).removeDuplicates(), "a", ["a": "ab"])"#,
    ] {
      #expect(test.contains(line))
    }
    timeline.record(titles.readOnly, as: "states.map { $0 }")
    #expect(timeline.swiftTest(of: "Model()").contains("'states.map { $0 }' is no path"))
  }

  @Test func `different values that print the same have different names`() {
    struct Hidden: Equatable, CustomStringConvertible, CustomDebugStringConvertible {
      let number: Int
      var description: String { "hidden" }
      var debugDescription: String { "hidden" }
    }
    let mapping = SwiftExpression(of: Hidden.self) { "Hidden(\($0.number))" }
    let timeline = recording([1, 2, 1].map { Hidden(number: $0) })
    #expect(
      timeline.swiftTest(of: "Model()", expressions: [mapping]).contains(
        #"m.expect(model.values, "(h'h 2'h)", ["h": Hidden(1), "h 2": Hidden(2)])"#
      )
    )
  }

  @Test func `a constant is declared before the model, and reports belong to their call`() async {
    let timeline = Timeline(clock: FrozenClock())
    timeline.recordConstant(Optional([1]), as: "saved")
    let load = timeline.recordingReports(
      { (report: @escaping @Sendable (Double) -> Void) async throws -> Int in
        report(0.5)
        return 1
      },
      as: "load"
    )
    let reported = Log<Double>()
    _ = try? await load { reported.note($0) }
    #expect(reported.entries == [0.5])
    let test = timeline.swiftTest(of: "Model(saved: saved, load: load)")
    for line in [
      "    let saved: Optional<Array<Int>> = [1]\n",
      #"let loadAnswers = m.cold("(a|)", ["a": 1] as [String: Int])"#,
      #"let loadReports = m.cold("0", ["0": 0.5] as [String: Double])"#,
      "let load: @Sendable (@escaping @Sendable (Double) -> Void) async throws -> Int = { report in",
      "let reports = loadReports.sink { report($0) }",
    ] {
      #expect(test.contains(line), "\(line) is missing in \(test)")
    }
  }

  @Test func `a typed failure needs the error of a cancellation`() async throws {
    let timeline = Timeline(clock: FrozenClock())
    let fail = { @Sendable (number: Int) async throws(SampleFault) -> Int in
      guard number < 2 else { return number }
      throw .broken
    }
    _ = timeline.recording(fail, as: "load")
    #expect(
      timeline.swiftTest(of: "Model(load: load)") == """
        // No test: the load function 'load' has a typed failure: name the error of a cancellation, \
        `recording(load, as: "load", orCancelled: …)`.

        """
    )
    let other = Timeline(clock: FrozenClock())
    let load = other.recording(fail, as: "load", orCancelled: .broken)
    await #expect(throws: SampleFault.broken) { () async throws in try await load(1) }
    #expect(try await load(2) == 2)
    let test = other.swiftTest(of: "Model(load: load)")
    for line in [
      #"m.cold("-", ["2": 2] as [String: Int], then: ["(2|)"])"#,
      "let load: @Sendable (Int) async throws(SampleFault) -> Int = { request async throws(SampleFault) in",
      "return try await loadAnswers(orCancelled: SampleFault.broken)",
    ] {
      #expect(test.contains(line))
    }
  }

  private func recording<Value: Sendable>(_ values: [Value]) -> Timeline {
    let timeline = Timeline(clock: FrozenClock())
    let relay = PublishRelay<Value>()
    timeline.record(relay.readOnly, as: "values")
    for value in values { relay.accept(value) }
    return timeline
  }
}
