import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The part of the article on gates and triggers about a search while offline.
///
/// A character is 100 ms, the debounce time is 300 ms, and a load takes 200 ms, or 100 ms to fail.
@Suite struct `A search while offline` {
  private struct NoNetwork: Error, Equatable {}

  private let states: [String: LoadState<String>] = [
    "n": .notRequested, "l": .loading,
    "t": .loading(Loading(cause: .retry, lastError: LoadError(NoNetwork()))),
    "f": .failed(LoadError(NoNetwork())), "A": .loaded("a"), "B": .loaded("b"),
  ]

  /// A search field, the network, and a load function that fails without it.
  private struct Screen {
    let text = BehaviorRelay("")
    let isOnline: BehaviorRelay<Bool>
    let results: RequestLoader<String, String>

    init(_ m: Marbles, _ typed: String, _ gate: String) {
      let isOnline = m.keep(BehaviorRelay(gate.hasPrefix("t")))
      let answers = m.responses(to: ["a": "--a|", "b": "--b|"])
      let failure = m.cold("-#", failure: NoNetwork())
      results = m.keep(
        Loader { text in try await isOnline.value ? answers(text) : failure() }
      )
      self.isOnline = isOnline
      m.hot(typed, ["a": "a", "b": "b", "x": ""]) { [text] in text.accept($0) }
      m.hot(gate, ["t": true, "f": false]) { isOnline.accept($0) }
    }
  }

  @Test(
    arguments: [
      ("-a------------x", "f--------t", "n---lf---t-A--n"),
      ("-a-----x", "f--------t", "n---lf-n"),
    ]
  )
  func `a failed search is retried with the network`(
    _ typed: String,
    _ gate: String,
    _ drawn: String
  ) {
    marbles(frame: .milliseconds(100)) { m in
      let screen = Screen(m, typed, gate)
      let (results, isOnline) = (screen.results, screen.isOnline)
      results.search(on: screen.text, clock: m.clock)
      results.perform(.retry, on: isOnline.elements.filter { $0 })
      m.expect(results.states, drawn, states)
    }
  }

  @Test(
    arguments: [
      ("-a--------b", "t-------f----t", "n---l-A---------l-B"),
      ("-a--------b---x", "t-------f--------t", "n---l-A----------n"),
    ]
  )
  func `a gate before a search delays every text`(
    _ typed: String,
    _ gate: String,
    _ drawn: String
  ) {
    marbles(frame: .milliseconds(100)) { m in
      let screen = Screen(m, typed, gate)
      let gated = screen.text.elements.gated(by: screen.isOnline.elements)
      screen.results.search(on: gated, clock: m.clock)
      m.expect(screen.results.states, drawn, states)
    }
  }

  @Test func `a paged search is retried with the network`() {
    marbles(frame: .milliseconds(100)) { m in
      let (text, isOnline) = (m.keep(BehaviorRelay("")), m.keep(BehaviorRelay(false)))
      let page = m.cold(
        "-#",
        ["p": Page<Int, Row>([Row(id: 1)], next: nil)],
        failure: NoNetwork(),
        then: ["-p|"]
      )
      let results = m.keep(PagedLoader { (_: PageRequest<String, Int>) in try await page() })
      results.search(on: text, clock: m.clock)
      results.perform(.retry, on: isOnline.elements.filter { $0 })
      m.hot("-a") { text.accept($0) }
      m.hot("---------t") { _ in isOnline.accept(true) }
      m.expectSubscriptions(page, ["----^!", "---------^!"])
    }
  }

  /// The lines of the article with the clocks of an app.
  @Test func `a test has every line and every diagram of the article`() async throws {
    let (text, isOnline) = (BehaviorRelay(""), BehaviorRelay(true))
    let (chosen, isVisible, ticks) = (
      BehaviorRelay(7), BehaviorRelay(true), BehaviorRelay(0).elements
    )
    let (cameToFront, reconnected, dayChanged) = (
      PublishRelay<Void>(), PublishRelay<Void>(), PublishRelay<Void>()
    )
    let today = 1
    let board = Loader { (day: Int) in day }
    let episode = Loader { (id: Int) in id }
    var results = Loader { (text: String) in text }

    episode.load(on: chosen.elements.gated(by: isOnline.elements))
    board.poll(every: .seconds(30))
    board.perform(.refresh, on: ticks.gated(by: isVisible.elements))
    board.perform(.refresh, on: cameToFront)
    board.perform(.retry, on: reconnected)
    board.perform(.loadIfNeeded(today), on: dayChanged)
    results.search(on: text)
    results.perform(.retry, on: isOnline.elements.filter { $0 })
    results = Loader { (text: String) in text }
    results.search(on: text.elements.gated(by: isOnline.elements))
    dayChanged.accept(())
    await board.loadIfNeeded(today).outcome()
    #expect(board.state.value == today)

    let article = try ArticleCode("LoadingWhenItIsTime")
    #expect((article.blocks.count, article.others) == (4, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
    let tests = [
      "../Streams/Gate/GatedTests.swift", "../Loader/PollingTests.swift",
      "../Loader/LoadTriggerTests.swift", "NewerRequestTests.swift",
    ]
    // Two subscriptions, which a test lists separately.
    let twoLoads = "-^-!" + "--------^-!"
    #expect(try article.diagrams(missingIn: tests, besides: #filePath) == [twoLoads])
  }
}
