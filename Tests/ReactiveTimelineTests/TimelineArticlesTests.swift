import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import TestSupport
import Testing

/// The code and the texts of the documentation of timelines.
@Suite struct TimelineArticlesTests {
  @Test func `the code of the articles is here`() throws {
    for (name, folder) in [("ReactiveTimeline", ""), ("RecordingTimelines", "Articles")] {
      let article = try ArticleCode(name, of: "ReactiveTimeline", in: folder)
      #expect(try article.lines(missingIn: #filePath) == [])
    }
  }

  @Test func `the text of the landing page is that of a recording`() {
    var lines: [String] = []
    func print(_ timeline: Timeline) {
      lines = timeline.description.split(separator: "\n").map(String.init)
    }
    marbles { m in
      m.expectCleanRun()
      let (clock, query) = (m.clock, BehaviorRelay(""))
      let answer = m.cold("---A|", ["A": ["Swift"]])
      let loader = m.keep(
        Loader(policy: LoadPolicy(clock: clock)) { (_: String) in try await answer() }
      )
      let timeline = Timeline(clock: clock)
      timeline.record(query, as: "query")
      timeline.record(loader, as: "podcasts")
      loader.load(on: query.dropFirst())
      m.hot("-sw") { query.accept($0) }
      m.at(.milliseconds(60)) {
        print(timeline)
      }
    }
    #expect(
      lines == [
        "query            asw",
        "podcasts         nll--S",
        "podcasts events  -b(xb)--d",
        #"                 n not requested · l loading · a "" · s "s" · w "w" · S loaded(["Swift"])"#,
        "                 b started · x replaced · d succeeded",
      ]
    )
  }

  @Test func `a search is recorded with its calls`() async {
    let (api, query) = (SampleAPI(), BehaviorRelay(""))
    let timeline = Timeline()
    let search = timeline.recording(api.search, as: "search")
    let podcasts = Loader { text in try await search(text) }
    timeline.record(query, as: "query")
    timeline.record(podcasts, as: "podcasts")
    await podcasts.load("a").outcome()
    let names = timeline.diagrams().map(\.name)
    #expect(names == ["search requests", "search", "query", "podcasts", "podcasts events"])
  }
}

private struct SampleAPI: Sendable {
  @Sendable func search(_ text: String) async throws -> [String] { [text] }
}
