import Foundation
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
        "podcasts         nll   --S",
        "podcasts events  -b(xb)--d",
        #"                 n not requested · l loading · a "" · s "s" · w "w" · S loaded(["Swift"])"#,
        "                 b started · x replaced · d succeeded",
      ]
    )
  }

  @Test func `an account has labels of the caller`() throws {
    var lines: [String] = []
    func print(_ text: String) { lines = text.split(separator: "\n").map(String.init) }
    marbles { m in
      m.expectCleanRun()
      let (timeline, states) = (
        Timeline(clock: m.clock), BehaviorRelay(LoadState<Account>.notRequested)
      )
      timeline.record(states.readOnly, as: "account")
      m.hot(
        "-l1r-2",
        [
          "l": .loading, "1": .loaded(Account(revision: 1)),
          "r": .loading(previous: Account(revision: 1)), "2": .loaded(Account(revision: 2)),
        ]
      ) { states.accept($0) }
      m.at(.milliseconds(60)) {
        let revisions = TimelineLabels(of: Account.self) { account in
          TimelineLabel("\(account.revision)", "revision \(account.revision)")
        }
        print(timeline.text(labels: [revisions]))
      }
    }
    let article = try ArticleCode("RecordingTimelines", of: "ReactiveTimeline")
    #expect(
      lines == [
        "account  nl1r-2",
        "         n not requested · l loading · r loading, refresh, previous revision 1",
        "         1 loaded(revision 1) · 2 loaded(revision 2)",
      ]
    )
    #expect(try article.lines(missingIn: #filePath) == [])
  }

  @Test func `a recording is written as a file`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).svg")
    defer { try? FileManager.default.removeItem(at: file) }
    let timeline = Timeline()
    timeline.record(BehaviorRelay(1), as: "number")
    try timeline.picture("A search").svg().write(to: file, atomically: true, encoding: .utf8)
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("<svg "))
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

private struct Account: Sendable { let revision: Int }

private struct SampleAPI: Sendable {
  @Sendable func search(_ text: String) async throws -> [String] { [text] }
}
