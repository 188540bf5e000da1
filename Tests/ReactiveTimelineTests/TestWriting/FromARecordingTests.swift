import CombineShim
import Foundation
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
        test = timeline.swiftTest(of: "SearchModel(search: search)", importing: ["App"])
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

  @Test func `values without an expression have a mapping or a fixture`() throws {
    var files: [TimelineFile] = []
    marbles { m in
      m.expectCleanRun()
      let timeline = Timeline(clock: m.clock)
      let answer = m.cold("--M|", ["M": [Movie(title: "Heat")]])
      let recorded = timeline.recording({ try await answer() }, as: "load")
      let model = m.keep(MovieModel(load: recorded))
      let load = timeline.recordingInput({ model.load() }, as: "load")
      timeline.record(model.movies, as: "movies")
      timeline.record(model.poster, as: "poster")
      m.hot("-x") { _ = load() }
      m.at(.milliseconds(60)) { files = Self.files(of: timeline) }
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let fixtures = folder.appending(path: "Fixtures")
    try FileManager.default.createDirectory(at: fixtures, withIntermediateDirectories: true)
    for file in files {
      try file.text.write(to: folder.appending(path: file.name), atomically: true, encoding: .utf8)
    }
    #expect(files.map(\.name) == ["the-movies.swift", "Fixtures/the-movies-1.json"])
    let data = try Data(contentsOf: folder.appending(path: files[1].name))
    let fixture1 = try JSONDecoder().decode([Movie].self, from: data)
    #expect(fixture1 == [Movie(title: "Heat")])
    let states = [
      #"m.expect(model.movies, "nl-H", ["#, #""H": .loaded(fixture1)"#,
      #"m.expect(model.poster, "i--P", ["i": nil, "P": Poster(number: 1)])"#,
    ]
    #expect(files[0].text.contains("\n\n@testable import App\n\n@MainActor"))
    for text in states { #expect(files[0].text.contains(text)) }
    marbles { m in
      let answer = m.cold("--M|", ["M": fixture1])
      let model = m.keep(MovieModel(load: { try await answer() }))
      m.hot("-x") { _ = model.load() }
      m.expect(
        model.movies,
        "nl-H",
        ["n": .notRequested, "l": .loading, "H": .loaded(fixture1)]
      )
      m.expect(model.poster, "i--P", ["i": nil, "P": Poster(number: 1)])
    }
  }

  @MainActor @Test func `an async method is called in a task`() {
    marbles { m in
      let timeline = m.keep(Timeline(clock: m.clock))
      let model = m.keep(AsyncModel())
      let show = timeline.recordingInput({ await model.show($0) }, as: "show")
      timeline.record(model.shown.readOnly, as: "shown")
      m.hot("-7", ["7": 7]) { value in Task { await show(value) } }
      m.at(.milliseconds(30)) {
        let test = timeline.swiftTest(of: "AsyncModel()")
        #expect(
          test.contains(
            """
            m.hot("-7", ["7": 7]) { value in Task { await model.show(value) } }
            """
          )
        )
      }
      m.expect(model.shown, "-7", ["7": 7])
    }
  }

  private static func files(of timeline: Timeline) -> [TimelineFile] {
    let poster = SwiftExpression(of: Poster.self) { "Poster(number: \($0.number))" }
    let files = timeline.swiftTestFiles(
      of: "MovieModel(load: load)",
      named: "the movies",
      expressions: [poster],
      fixtures: [[Movie].self],
      importing: ["App"]
    )
    return files
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

struct Movie: Codable, Hashable { let title: String }

/// A class, so its values have no expression.
final class Poster: Sendable, Equatable {
  let number: Int

  init(number: Int) { self.number = number }

  static func == (left: Poster, right: Poster) -> Bool { left.number == right.number }
}

final class MovieModel: Sendable {
  private let loader: ValueLoader<[Movie]>
  private let relay = BehaviorRelay<Poster?>(nil)

  var movies: ReadOnlyRelay<LoadState<[Movie]>> { loader.states }
  var poster: ReadOnlyRelay<Poster?> { relay.readOnly }

  init(load: @escaping @Sendable () async throws -> [Movie]) {
    loader = Loader { [relay] in
      let movies = try await load()
      relay.accept(Poster(number: movies.count))
      return movies
    }
  }

  func load() -> LoadTask<[Movie], LoadError> { loader.load() }
}
