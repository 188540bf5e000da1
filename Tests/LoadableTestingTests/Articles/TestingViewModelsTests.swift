import CombineShim
import LoadableTesting
import Observation
import TestSupport
import Testing

@MainActor @Observable
final class AccountScreen {
  private(set) var account: LoadState<[String]> = .notRequested
  private let loader: ValueLoader<[String]>

  init(fetch: @escaping @Sendable () async throws -> [String]) {
    loader = Loader(fetch)
  }

  func appear() async {
    loader.loadIfNeeded()
    for await state in loader.states.elements { account = state }
  }

  func pullToRefresh() async { await loader.refresh().outcome() }
}

/// The code of the article on testing view models.
@Suite struct `The code of the article on testing view models` {
  @Test func `the task of a view loads the account`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--x|", ["x": ["a row"]])
      let screen = m.keep(AccountScreen { try await answer() })
      m.keep(Task { await screen.appear() })
      m.expect(reading: { screen.account }, "l-d", .states(loaded: ["d": ["a row"]]))
      m.expectSubscriptions(answer, ["^-!"])
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

  @Test func `the account is loaded once, and refreshed on request`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--x|", ["x": ["a row"]])
      let screen = m.keep(AccountScreen { try await answer() })
      let visits = (0..<2).map { _ in Task { await screen.appear() } }
      m.at(.milliseconds(50)) { Task { await screen.pullToRefresh() } }
      m.at(.milliseconds(100)) {
        #expect(screen.account == .loaded(["a row"]))
        for visit in visits { visit.cancel() }
      }
      m.expectSubscriptions(answer, ["^-!", "-----^-!"])
    }
  }

  @Test func `a helper on the main actor starts the task of a view`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--x|", ["x": ["a row"]])
      let screen = m.keep(AccountScreen { try await answer() })
      show(screen, in: m)
      m.expect(reading: { screen.account }, "l-d", .states(loaded: ["d": ["a row"]]))
    }
  }

  @Test func `a run ends before code that never does`() {
    marbles(until: .milliseconds(55)) { m in
      let poll = m.keep(Poll(every: .milliseconds(20), on: m.clock))
      m.expect(poll.ticks, "--0-1-")
    }
  }

  @Test func `every line of the article is compiled here`() throws {
    let article = try ArticleCode("TestingViewModels", of: "LoadableTesting")
    #expect((article.blocks.count, article.others) == (3, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}

@MainActor
func show(_ screen: AccountScreen, in m: Marbles) {
  m.keep(Task { await screen.appear() })
}

/// A loop that counts endlessly.
private final class Poll {
  let ticks: PublishRelay<Int>
  private let task: Task<Void, Never>

  init(every interval: Duration, on clock: some Clock<Duration>) {
    let ticks = PublishRelay<Int>()
    self.ticks = ticks
    task = Task {
      for number in 0... {
        do { try await clock.sleep(for: interval) } catch { return }
        ticks.accept(number)
      }
    }
  }

  deinit { task.cancel() }
}
