import LoadableTesting
import ReactiveLoadable
import TestSupport

/// A run of one screen in virtual time, in which a load takes 30 ms unless the diagrams differ.
@MainActor
private final class Play {
  /// A task that calls a screen, and its end.
  @MainActor final class Call {
    var result: Result<Void, any Error>?
    var task: Task<Void, Never>?
  }

  let m: Marbles
  let screen: LoadingScreen
  let loads: Log<Void>
  private let makeScreen: @MainActor () -> LoadingScreen

  init(_ m: Marbles, _ way: WayToLoadOnce, _ answers: [String]) {
    let log = Log<Void>()
    let later = Array(answers.dropFirst())
    let answer = m.cold(answers[0], ["A": ["a"]], failure: SampleError.first, then: later)
    let clock = m.clock
    makeScreen = {
      way.makeScreen(clock) {
        log.note(())
        return try await answer()
      }
    }
    screen = makeScreen()
    loads = log
    self.m = m
  }

  @discardableResult
  func call(_ body: @escaping @MainActor () async throws -> Void) -> Call {
    let call = Call()
    call.task = m.keep(
      Task {
        do { call.result = .success(try await body()) } catch { call.result = .failure(error) }
      }
    )
    return call
  }

  @discardableResult
  func appear(on other: LoadingScreen? = nil) -> Call {
    let appear = (other ?? screen).appear
    return call { try await appear() }
  }

  func advance(_ milliseconds: Int) { m.advance(by: .milliseconds(milliseconds)) }

  func anotherScreen() -> LoadingScreen { m.keep(makeScreen()) }

  var outcome: String {
    switch (loads.entries.count, screen.rows()) {
    case (1, nil): "no load, no rows"
    case (1, ["a"]): "no load"
    case (2, ["a"]): "loads again"
    case (let count, let rows): "\(count) loads, rows: \(String(describing: rows))"
    }
  }
}

private func measure(
  _ way: WayToLoadOnce,
  _ answers: String...,
  look: @MainActor (Play) -> String
) -> String {
  var cell = ""
  marbles(on: MainActor.shared) { m in
    let play = m.keep(Play(m, way, answers.isEmpty ? ["---A|"] : answers))
    cell = look(play)
  }
  return cell
}

/// The behavior of the screens, each as the text of a cell.
extension FiveWaysTable {
  @Sendable static func threeTimes(_ way: WayToLoadOnce) -> String {
    measure(way) { play in
      for pause in [10, 50, 50] {
        play.appear()
        play.advance(pause)
      }
      return "\(play.loads.entries.count) load"
    }
  }

  /// In real time, on the threads of the pool.
  @Sendable static func manyThreads(_ way: WayToLoadOnce) async -> String {
    let loads = Log<Void>()
    let screen = await way.makeScreen(nil) {
      loads.note(())
      return ["a"]
    }
    let appear = screen.appear
    await withTaskGroup { group in
      for _ in 1...100 { group.addTask { try? await appear() } }
    }
    return "\(loads.entries.count) load\(appear.isolation == nil ? "" : ", on its actor")"
  }

  @Sendable static func secondCaller(_ way: WayToLoadOnce) -> String {
    measure(way) { play in
      play.appear()
      play.advance(10)
      let second = play.appear()
      play.advance(10)
      if second.result != nil, play.screen.rows() == nil { return "returns without rows" }
      play.advance(20)
      return second.result != nil && play.screen.rows() != nil ? "waits for the rows" : "?"
    }
  }

  @Sendable static func afterFailure(_ way: WayToLoadOnce) -> String {
    measure(way, "-#", "-A|") { play in
      play.appear()
      play.advance(20)
      let second = play.appear()
      play.advance(20)
      if play.screen.rows() == nil, case .failure = second.result {
        return "the same error, no load"
      }
      return play.outcome
    }
  }

  @Sendable static func afterCancel(_ way: WayToLoadOnce) -> String {
    measure(way) { play in
      let first = play.appear()
      play.advance(10)
      first.task?.cancel()
      play.advance(30)
      if play.screen.rows() != nil { return "the load continued" }
      play.appear()
      play.advance(40)
      return play.outcome
    }
  }

  @Sendable static func refresh(_ way: WayToLoadOnce) -> String {
    measure(way) { play in
      play.appear()
      play.advance(50)
      guard let refresh = play.screen.refresh else { return "none" }
      play.call { try await refresh.run() }
      play.advance(10)
      guard play.screen.rows() == ["a"] else { return "the rows are gone" }
      play.advance(40)
      return play.loads.entries.count == 2 ? refresh.name : play.outcome
    }
  }

  @Sendable static func progress(_ way: WayToLoadOnce) -> String {
    measure(way) { play in
      play.appear()
      play.advance(10)
      return play.screen.state?().isLoading == true ? "yes" : "no"
    }
  }

  @Sendable static func stale(_ way: WayToLoadOnce) -> String {
    measure(way) { play in
      play.appear()
      play.advance(120_000)
      play.appear()
      play.advance(40)
      return play.outcome
    }
  }

  @Sendable static func newScreen(_ way: WayToLoadOnce) -> String {
    measure(way) { play in
      play.appear()
      play.advance(40)
      let other = play.anotherScreen()
      play.appear(on: other)
      play.advance(40)
      return play.loads.entries.count == 2 && other.rows() == ["a"] ? "loads" : "no load"
    }
  }
}
