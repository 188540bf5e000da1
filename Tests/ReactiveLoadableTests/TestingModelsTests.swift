import CombineShim
import Foundation
import MarbleTesting
import Observation
import ReactiveLoadable
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

/// The code of the article on testing models.
@Suite struct `The code of the article on testing models` {
  @Test func `pauses in virtual time`() {
    marbles { m in
      let terms = m.hot("-a-b------c---|")
      let pauses = terms.debounce(for: .milliseconds(30), scheduler: m.scheduler)
      m.expect(pauses, "------b------c|")
    }
  }

  @Test func `the task of a view`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--x|", ["x": ["a row"]])
      let screen = m.keep(AccountScreen { try await answer() })
      m.keep(Task { await screen.appear() })
      m.expect(reading: { screen.account }, "l-d", .states(loaded: ["d": ["a row"]]))
      m.expectSubscriptions(answer, ["^-!"])
    }
  }

  @Test func `a helper on the main actor`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--x|", ["x": ["a row"]])
      let screen = m.keep(AccountScreen { try await answer() })
      show(screen, in: m)
      m.expect(reading: { screen.account }, "l-d", .states(loaded: ["d": ["a row"]]))
    }
  }

  @Test func `a step that awaits`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--x|", ["x": ["a row"]])
      let screen = m.keep(AccountScreen { try await answer() })
      m.keep(Task { await screen.appear() })
      m.hot("-----r") { _ in Task { await screen.pullToRefresh() } }
      m.expectSubscriptions(answer, ["^-!", "-----^-!"])
    }
  }

  @Test func `code that never ends`() {
    marbles(until: .milliseconds(55)) { m in
      let poll = m.keep(Poll(every: .milliseconds(20), on: m.clock))
      m.expect(poll.ticks, "--0-1-")
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

  @Test func `a test without a diagram`() {
    let player = Player()
    marbles { m in
      m.hot("-p--s") { name in player.press(name) }
      m.expectCleanRun()
    }
    #expect(player.pressed == ["p", "s"])
  }

  @Test func `every line of the article is compiled here`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let article = "../../Sources/MarbleTesting/Documentation.docc/Articles/TestingModels.md"
    let text = try String(contentsOf: folder.appending(path: article), encoding: .utf8)
    let here = try Set(lines(of: String(contentsOfFile: #filePath, encoding: .utf8)))
    let blocks = text.components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count == 7)
    for line in blocks.flatMap({ lines(of: $0.components(separatedBy: "```")[0]) }) {
      #expect(here.contains(line), "the article has a line that no test compiles: \(line)")
    }
  }

  private func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
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
