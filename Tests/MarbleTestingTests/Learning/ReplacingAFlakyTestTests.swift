import MarbleTesting
import Observation
import TestSupport
import Testing

/// The code of the tutorial, step by step, and its failure texts.
@Suite(.needs(.sleep)) struct `Replacing a flaky test` {
  @Test(.needs(.outsideWork)) func `the bug is found in virtual time`() throws {
    try ArticleFailure(article: "ReplacingAFlakyTest", file: "SearchTests.swift", line: 6)
      .expect { Unchanged().`the newest text wins`() }
  }

  @Test func `a race is found in another order`() throws {
    try ArticleFailure(article: "ReplacingAFlakyTest", file: "SearchTests.swift", line: 9)
      .expect { WithAClock().`two changes at the same time`() }
  }

  @Test func `every line of the tutorial is compiled here`() throws {
    let article = try ArticleCode("ReplacingAFlakyTest", of: "MarbleTesting")
    #expect((article.blocks.count, article.others) == (9, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}

/// The model and its test at the start.
@MainActor @Observable
final class PodcastSearch {
  private(set) var results: [String] = []
  private var text = ""
  private let load: @Sendable (String) async throws -> [String]

  init(load: @escaping @Sendable (String) async throws -> [String]) {
    self.load = load
  }

  func type(_ text: String) async {
    self.text = text
    try? await Task.sleep(for: .milliseconds(30))
    guard text == self.text else { return }
    results = (try? await load(text)) ?? []
  }
}

@Sendable
private func fakeServer(_ text: String) async throws -> [String] {
  try await Task.sleep(for: .milliseconds(text == "swift" ? 80 : 20))
  return ["\(text) weekly"]
}

@Suite(.disabled("The flaky test of the article: it is compiled, but not run."))
struct FlakyTests {
  @MainActor
  @Test func `the newest text wins`() async throws {
    let search = PodcastSearch(load: fakeServer)
    Task { await search.type("swift") }
    try await Task.sleep(for: .milliseconds(40))
    Task { await search.type("go") }
    try await Task.sleep(for: .milliseconds(60))
    #expect(search.results == ["go weekly"])
  }
}

struct Unchanged {
  func `the newest text wins`() {
    marbles(on: MainActor.shared, allowing: .taskSleep) { m in
      let search = m.keep(PodcastSearch(load: fakeServer))
      m.at(.zero) { Task { await search.type("swift") } }
      m.at(.milliseconds(40)) { Task { await search.type("go") } }
      m.expect(reading: { search.results }, "e--------g", ["e": [], "g": ["go weekly"]])
    }
  }
}

/// The model checks the text again after the load.
@Suite(.needs(.sleep)) struct CorrectedTests {
  @MainActor @Observable
  final class PodcastSearch {
    private(set) var results: [String] = []
    private var text = ""
    private let load: @Sendable (String) async throws -> [String]

    init(load: @escaping @Sendable (String) async throws -> [String]) {
      self.load = load
    }

    func type(_ text: String) async {
      self.text = text
      try? await Task.sleep(for: .milliseconds(30))
      guard text == self.text else { return }
      let results = (try? await load(text)) ?? []
      guard text == self.text else { return }
      self.results = results
    }
  }

  @Test func `the newest text wins`() {
    marbles(on: MainActor.shared, allowing: .taskSleep) { m in
      let search = m.keep(PodcastSearch(load: fakeServer))
      m.at(.zero) { Task { await search.type("swift") } }
      m.at(.milliseconds(40)) { Task { await search.type("go") } }
      m.expect(reading: { search.results }, "e--------g", ["e": [], "g": ["go weekly"]])
    }
  }
}

/// The clock is injected, and the race is drawn.
@Suite struct WithAClock {
  @MainActor @Observable
  final class PodcastSearch {
    private(set) var results: [String] = []
    private var text = ""
    private let clock: any Clock<Duration>
    private let load: @Sendable (String) async throws -> [String]

    init(
      clock: any Clock<Duration> = ContinuousClock(),
      load: @escaping @Sendable (String) async throws -> [String]
    ) {
      self.clock = clock
      self.load = load
    }

    func type(_ text: String) async {
      self.text = text
      try? await clock.sleep(for: .milliseconds(30))
      guard text == self.text else { return }
      let results = (try? await load(text)) ?? []
      guard text == self.text else { return }
      self.results = results
    }
  }

  @Test func `the clock is injected`() {
    marbles(on: MainActor.shared) { m in
      let load = m.responses(to: ["go": "--x|"], ["x": ["go weekly"]])
      let search = m.keep(PodcastSearch(clock: m.clock) { try await load($0) })
      m.at(.zero) { Task { await search.type("go") } }
      m.expect(reading: { search.results }, "e----x", ["e": [], "x": ["go weekly"]])
    }
  }

  @Test func `the newest text wins`() {
    marbles(on: MainActor.shared) { m in
      let answers = ["s": ["swift weekly"], "g": ["go weekly"]]
      let load = m.responses(to: ["swift": "--------s|", "go": "--g|"], answers)
      let search = m.keep(PodcastSearch(clock: m.clock) { try await load($0) })

      m.hot("'swift'---'go'") { text in Task { await search.type(text) } }
      m.expectSubscriptions(load["swift"], ["---^-------!"])
      m.expectSubscriptions(load["go"], ["-------^-!"])
      m.expect(reading: { search.results }, "e--------g", ["e": [], "g": ["go weekly"]])
    }
  }

  func `two changes at the same time`() {
    marbles(on: MainActor.shared, exploring: 500) { m in
      let load = m.responses(to: ["swift": "--s|", "go": "--g|"])
      let search = m.keep(PodcastSearch(clock: m.clock) { try await [load($0)] })
      m.at(.zero) {
        Task { await search.type("swift") }
        Task { await search.type("go") }
      }
      m.expect(reading: { search.results }, "e----g", ["e": [], "g": ["g"]])
    }
  }
}

/// The model owns its task.
@Suite struct SynchronousTests {
  @MainActor @Observable
  final class PodcastSearch {
    private(set) var results: [String] = []
    private var task: Task<Void, any Error>?
    private let clock: any Clock<Duration>
    private let load: @Sendable (String) async throws -> [String]

    init(
      clock: any Clock<Duration> = ContinuousClock(),
      load: @escaping @Sendable (String) async throws -> [String]
    ) {
      self.clock = clock
      self.load = load
    }

    func type(_ text: String) {
      task?.cancel()
      task = Task {
        try await clock.sleep(for: .milliseconds(30))
        let results = try await load(text)
        try Task.checkCancellation()
        self.results = results
      }
    }
  }

  @Test func `the newest text wins in each order`() {
    marbles(on: MainActor.shared, exploring: 500) { m in
      let load = m.responses(to: ["swift": "--------s|", "go": "--g|"])
      let search = m.keep(PodcastSearch(clock: m.clock) { try await [load($0)] })
      m.hot("'swift'---'go'") { search.type($0) }
      m.expectSubscriptions(load["swift"], ["---^!"])
      m.expectSubscriptions(load["go"], ["-------^-!"])
      m.expect(reading: { search.results }, "e--------g", ["e": [], "g": ["g"]])
    }
  }

  @Test func `two changes at the same time`() {
    marbles(on: MainActor.shared, exploring: 500) { m in
      let load = m.responses(to: ["swift": "--s|", "go": "--g|"])
      let search = m.keep(PodcastSearch(clock: m.clock) { try await [load($0)] })
      m.at(.zero) {
        search.type("swift")
        search.type("go")
      }
      m.expect(reading: { search.results }, "e----g", ["e": [], "g": ["g"]])
    }
  }
}
