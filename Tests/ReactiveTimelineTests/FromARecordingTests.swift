import CombineShim
import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import TestSupport
import Testing

/// The story of the article "From a recording to a test".
@Suite struct FromARecordingTests {
  @Test func `the recording shows the fault`() throws {
    var (text, test) = ("", "")
    marbles { m in
      m.expectCleanRun()
      let clock = m.clock
      let search = server(m)
      let timeline = Timeline(clock: clock)
      let model = SearchModel(search: timeline.recording(search, as: "search"))
      timeline.record(model.query, as: "query")
      timeline.record(model.results.readOnly, as: "results")
      m.hot("-s-w") { model.query.accept($0) }
      m.at(.milliseconds(90)) {
        text = timeline.text()
        test = timeline.swiftTest(of: "SearchModel(search: search)")
      }
    }
    let article = try ArticleCode("FromARecordingToATest", of: "ReactiveTimeline")
    let lines = [
      "search requests  -s-w",
      "search           ----io",
      "query            as-w",
      "results          b---io",
      #"                 a "" · b [] · s "s" · w "w" · i ["swift"] · o ["old"]"#,
    ]
    #expect(text == lines.joined(separator: "\n"))
    #expect(
      test.contains(
        #"m.expect(model.results, "b---io", ["b": [], "i": ["swift"], "o": ["old"]])"#
      )
    )
    #expect(try article.lines(missingIn: #filePath) == [])
  }

  @Test func `the changed test fails with the fault, and passes with the fix`() {
    let failures = failures {
      marbles { m in
        let model = m.keep(SearchModel(search: server(m)))
        m.hot("-s-w") { model.query.accept($0) }
        m.expect(model.results, "n---w", ["n": [], "w": ["swift"]])
      }
    }
    #expect(failures.map(\.text).joined().contains(#"model.results: unexpected ["old"] at 50 ms"#))
    marbles { m in
      let model = m.keep(FixedModel(search: server(m)))
      m.hot("-s-w") { model.query.accept($0) }
      m.expect(model.results.compactMap(\.value), "----w", ["w": ["swift"]])
    }
  }

  /// Answers the first text after the second one.
  private func server(_ m: Marbles) -> @Sendable (String) async throws -> [String] {
    let answer = m.cold("----o|", ["o": ["old"], "w": ["swift"]], then: ["-w|"])
    return { _ in try await answer() }
  }
}

private final class SearchModel {
  let query = BehaviorRelay("")
  let results = BehaviorRelay<[String]>([])
  private var subscription: AnyCancellable?

  init(search: @escaping @Sendable (String) async throws -> [String]) {
    subscription = query.dropFirst().sink { [results] text in
      Task { results.accept(try await search(text)) }
    }
  }
}

private final class FixedModel {
  let query = BehaviorRelay("")
  private let loader: RequestLoader<String, [String]>

  var results: ReadOnlyRelay<LoadState<[String]>> { loader.states }

  init(search: @escaping @Sendable (String) async throws -> [String]) {
    loader = Loader { text in try await search(text) }
    loader.load(on: query.dropFirst())
  }
}
