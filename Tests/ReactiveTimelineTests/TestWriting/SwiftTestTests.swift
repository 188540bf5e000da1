import CombineShim
import Foundation
#if canImport(FoundationXML)
import FoundationXML
#endif
import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import TestSupport
import Testing

/// The test that a timeline prints.
@Suite struct SwiftTestTests {
  @Test func `a recorded search prints as a test`() {
    var test = ""
    marbles { m in
      m.expectCleanRun()
      let timeline = Timeline(clock: m.clock)
      let answer = m.cold("---A|", ["A": ["Swift"]])
      let search = timeline.recording({ (_: String) in try await answer() }, as: "search")
      let model = m.keep(SampleModel(search: search))
      timeline.record(model.query, as: "query")
      timeline.record(model.podcasts, as: "podcasts")
      m.hot("-sw") { model.query.accept($0) }
      m.at(.milliseconds(60)) {
        test = timeline.swiftTest(of: "SampleModel(search: search)", named: "a search")
      }
    }
    #expect(
      test == #"""
        import Foundation
        import LoadableTesting
        import Testing

        @MainActor @Test func `a search`() {
          marbles(frame: .milliseconds(10), until: .milliseconds(60)) { m in
            // The load function 'search', 2 calls
            let searchAnswers = m.cold("-", ["i": ["Swift"]] as [String: Array<String>], then: ["---(i|)"])
            let searchRequests = m.keep(PublishRelay<String>())
            let search: @Sendable (String) async throws -> Array<String> = { request in
              searchRequests.accept(request)
              return try await searchAnswers()
            }
            m.expect(searchRequests, "-sw", ["s": "s", "w": "w"] as [String: String])
            let model = m.keep(SampleModel(search: search))
            // The lane 'query', 3 entries
            m.hot("-sw", ["s": "s", "w": "w"]) { model.query.accept($0) }
            // The lane 'podcasts', 4 entries
            m.expect(model.podcasts, "nll--I", ["n": .notRequested, "l": .loading, "I": .loaded(["Swift"])])
          }
        }

        """#
    )
  }

  @Test func `a recorded search is drawn as a picture`() throws {
    var svg = ""
    marbles { m in
      m.expectCleanRun()
      let timeline = Timeline(clock: m.clock)
      let answer = m.cold("---A|", ["A": ["Swift", "Swiftly"]], then: ["-----A|", "--A|"])
      let search = timeline.recording({ (_: String) in try await answer() }, as: "search")
      let model = m.keep(SampleModel(search: search))
      timeline.record(model.query, as: "query")
      timeline.record(model.podcasts, as: "podcasts")
      m.hot("-s-'swift'-------'q'") { model.query.accept($0) }
      m.at(.milliseconds(200)) { svg = timeline.picture("A recorded search").svg() }
    }
    let parser = XMLParser(data: Data(svg.utf8))
    #expect(parser.parse())
    for text in ["A recorded search", "not requested", "loading", "podcasts", "swift"] {
      #expect(svg.contains(text))
    }
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(1), .seconds(Int64.max)])
  func `any frame, and any name, print a test`(frame: Duration) {
    let timeline = Timeline()
    let relay = PublishRelay<Int>()
    timeline.record(relay.readOnly, as: "numbers")
    relay.accept(1)
    let test = timeline.swiftTest(of: "Model()", named: "a `name`\n\\", frame: frame)
    #expect(test.contains("@MainActor @Test func `a  name   `() {"))
    #expect(test.contains("m.expect(model.numbers, "))
  }

  @Test func `without a model, or without an expression of a value, the reasons are printed`() {
    final class Reference: Sendable {}
    struct Broken: Error {}
    let timeline = Timeline(limit: 2)
    let (input, references) = (PublishRelay<Int>(), PublishRelay<Reference>())
    let numbers = PublishRelay<Double>()
    timeline.record(input, as: "input")
    timeline.record(references.readOnly, as: "references")
    timeline.record(numbers.readOnly, as: "my numbers")
    for number in 1...3 { input.accept(number) }
    references.accept(Reference())
    #expect(
      timeline.swiftTest() == """
        // No test: the lane 'input' has dropped 1 entry: use a larger `limit`.
        // No test: the values of the lane 'references' are not Equatable: conform their type \
        to Equatable, or record a part that is, such as 'references.map(\\.id)'.
        // No test: the name of the lane 'my numbers' is no path in the model; name it like \
        'screen.query'.
        // No test: name the expression that creates the model: `swiftTest(of: "Model(clock: m.clock)")`.

        """
    )
    #expect(
      Timeline().swiftTest(of: "Model()") == """
        // No test: record a stream of the model, or a load function, as the expectation.

        """
    )
  }
}

final class SampleModel: Sendable {
  let query = BehaviorRelay("")
  private let loader: RequestLoader<String, [String]>

  var podcasts: ReadOnlyRelay<LoadState<[String]>> { loader.states }

  init(search: @escaping @Sendable (String) async throws -> [String]) {
    loader = Loader { text in try await search(text) }
    loader.load(on: query.dropFirst())
  }
}
