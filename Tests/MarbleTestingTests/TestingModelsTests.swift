import CombineShim
import Foundation
import MarbleTesting
import Observation
import TestSupport
import Testing

@MainActor @Observable
final class AccountScreen {
  private(set) var rows: [String] = []
  private let fetch: @Sendable () async throws -> [String]

  init(fetch: @escaping @Sendable () async throws -> [String]) {
    self.fetch = fetch
  }

  func appear() async { await pullToRefresh() }

  func pullToRefresh() async {
    if let rows = try? await fetch() { self.rows = rows }
  }
}

@MainActor @Observable
final class Download {
  private(set) var status = "idle"
  private let fetch: @Sendable () async throws -> String

  init(fetch: @escaping @Sendable () async throws -> String) {
    self.fetch = fetch
  }

  func start() {
    status = "waiting"
    status = "running"
    Task { status = (try? await fetch()) ?? "failed" }
  }
}

/// The code of the article on testing models.
@Suite struct `The code of the article on testing models` {
  @Test func `a test pauses in virtual time`() {
    marbles { m in
      let terms = m.hot("-a-b------c---|")
      let pauses = terms.debounce(for: .milliseconds(30), scheduler: m.scheduler)
      m.expect(pauses, "------b------c|")
    }
  }

  @Test func `the task of a view loads its rows`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--x|", ["x": ["a row"]])
      let screen = m.keep(AccountScreen { try await answer() })
      m.keep(Task { await screen.appear() })
      m.expect(reading: { screen.rows }, "e-d", ["e": [], "d": ["a row"]])
      m.expectSubscriptions(answer, ["^-!"])
    }
  }

  @Test func `every change of a model is recorded`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--x|", ["x": "done"])
      let download = m.keep(Download { try await answer() })
      let values = ["i": "idle", "w": "waiting", "r": "running", "d": "done"]
      m.hot("-s") { _ in download.start() }
      m.expectChanges(of: download.status, "i(wr)-d", values)
      m.expect(reading: { download.status }, "ir-d", values)
    }
  }

  @Test func `a helper on the main actor starts the task of a view`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--x|", ["x": ["a row"]])
      let screen = m.keep(AccountScreen { try await answer() })
      show(screen, in: m)
      m.expect(reading: { screen.rows }, "e-d", ["e": [], "d": ["a row"]])
    }
  }

  @Test func `a step starts a task to await a function`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--x|", ["x": ["a row"]])
      let screen = m.keep(AccountScreen { try await answer() })
      m.keep(Task { await screen.appear() })
      m.hot("-----r") { _ in Task { await screen.pullToRefresh() } }
      m.expectSubscriptions(answer, ["^-!", "-----^-!"])
    }
  }

  @Test func `a run ends before code that never does`() {
    marbles(until: .milliseconds(55)) { m in
      let poll = m.keep(Poll(every: .milliseconds(20), on: m.clock))
      m.expect(poll.ticks, "--0-1-")
    }
  }

  @Test func `a test without a diagram expects a clean run`() {
    let player = Player()
    marbles { m in
      m.hot("-p--s") { name in player.press(name) }
      m.expectCleanRun()
    }
    #expect(player.pressed == ["p", "s"])
  }

  @Test func `every line of the article is compiled here`() throws {
    let article = try ArticleCode("TestingModels", of: "MarbleTesting")
    #expect((article.blocks.count, article.others) == (9, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}

@MainActor
func show(_ screen: AccountScreen, in m: Marbles) {
  m.keep(Task { await screen.appear() })
}

/// A player that records its buttons.
private final class Player: Sendable {
  private let names = Log<String>()
  var pressed: [String] { names.entries }
  func press(_ name: String) { names.note(name) }
}

/// A loop that counts endlessly.
private final class Poll {
  let ticks: AsyncStream<Int>
  private let task: Task<Void, Never>

  init(every interval: Duration, on clock: some Clock<Duration>) {
    let (ticks, continuation) = AsyncStream.makeStream(of: Int.self)
    self.ticks = ticks
    task = Task {
      for number in 0... {
        do { try await clock.sleep(for: interval) } catch { return }
        continuation.yield(number)
      }
    }
  }

  deinit { task.cancel() }
}
