import Foundation
import LoadableTesting
import ReactiveLoadable
import Synchronization
import TestSupport
import Testing

/// A server with a static response, for the static task of the article.
nonisolated enum Server {
  static let rows = BehaviorRelay(["first"])
  static func load() async throws -> [String] { rows.value }
}

@Suite struct `Five ways to load once` {
  @Test(arguments: FiveWaysTable.rows)
  func `each cell of the table matches the screen`(_ row: FiveWaysTable.Row) async throws {
    var cells: [String] = []
    for way in WayToLoadOnce.all { cells.append(await row.cell(way)) }
    let written = try FiveWaysTable.article()[row.question]
    #expect(written == cells)
  }

  @Test func `each row and column of the table is tested`() throws {
    let questions = FiveWaysTable.rows.map(\.question)
    #expect(try FiveWaysTable.article().keys.sorted() == questions.sorted())
    #expect(try FiveWaysTable.columns() == WayToLoadOnce.all.map(\.name))
  }

  @Test func `the last row of the table matches each section`() throws {
    let (cells, sections) = (try FiveWaysTable.advice(), try FiveWaysTable.adviceOfSections())
    #expect(cells.first == "use it for")
    #expect(cells.count == 6)
    #expect(sections.count == 5)
    for (cell, section) in zip(cells.dropFirst(), sections) { #expect(section.contains(cell)) }
  }

  @Test(arguments: FiveWaysTable.rows, [0, 1])
  func `a flag and an exchange reset after an error differ in the rows of errors only`(
    _ row: FiveWaysTable.Row,
    _ index: Int
  ) async {
    let cell = await row.cell(WayToLoadOnce.reset[index])
    switch row.question {
    case "the screen appears after a failure",
      "the screen appears after the first task was cancelled":
      #expect(cell == "loads again")
    default: #expect(await cell == row.cell(WayToLoadOnce.all[index]))
    }
  }

  @Test(arguments: FiveWaysTable.rows)
  func `a stored task differs from a lazy value after a failure only`(
    _ row: FiveWaysTable.Row
  ) async {
    let cell = await row.cell(.runningTask)
    if row.question == "the screen appears after a failure" {
      #expect(cell == "loads again")
    } else {
      #expect(await cell == row.cell(WayToLoadOnce.all[3]))
    }
  }

  @Test func `calls join a stored task, and a call after its failure loads again`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--#", ["A": ["a"]], failure: SampleError.first, then: ["---A|"])
      let screen = m.keep(RunningTaskScreen { try await answer() })
      let errors = m.keep(BehaviorRelay(0))
      m.hot("-aa---a") { _ in
        m.keep(
          Task {
            do { try await screen.appear() } catch { errors.update { $0 += 1 } }
          }
        )
      }
      m.expectSubscriptions(answer, ["-^-!", "------^--!"])
      m.expect(reading: { screen.rows }, "n--------A", ["n": nil, "A": ["a"]])
      m.at(.milliseconds(100)) { #expect(errors.value == 2) }
    }
  }

  @Test func `a flag that is set before the load lets one appearance load`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("---A|", ["A": ["a"]])
      let screen = m.keep(FlagScreen { try await answer() })
      m.hot("-aa") { _ in m.keep(Task { try await screen.appear() }) }
      m.expectSubscriptions(answer, ["-^--!"])
    }
  }

  @Test func `a flag that is set after the load lets each appearance during it load`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("---A|", ["A": ["a"]])
      let screen = m.keep(FlagScreen { try await answer() })
      m.hot("-aa--a") { _ in m.keep(Task { try await screen.appearSettingTheFlagLate() }) }
      m.expectSubscriptions(answer, ["-^--!", "--^--!"])
    }
  }

  @Test func `a flag that is set after the load is retried after a failure`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("-#", ["A": ["a"]], failure: SampleError.first, then: ["-A|"])
      let screen = m.keep(FlagScreen { try await answer() })
      m.hot("-a--a") { _ in m.keep(Task { try? await screen.appearSettingTheFlagLate() }) }
      m.expect(reading: { screen.rows }, "n----A", ["n": nil, "A": ["a"]])
    }
  }

  @Test
  func `a flag of the main actor, checked from other threads, lets two tasks load in some orders`()
  {
    let loads = Mutex<Set<Int>>([])
    marbles(on: MainActor.shared, exploring: 200) { m in
      let (visits, log) = (m.keep(Visits()), Log<Void>())
      for _ in 1...2 {
        m.keep(
          Task {
            try await loadOnce(visits) {
              log.note(())
              return []
            }
          }
        )
      }
      m.at(.milliseconds(10)) { _ = loads.withLock { $0.insert(log.entries.count) } }
    }
    #expect(loads.withLock { $0 } == [1, 2])
  }

  @Test func `two threads that have both checked an atomic flag both load`() async {
    let loads = await loadsOfTwoThreads { didLoad, meet in
      let isFirst = !didLoad.flag.load(ordering: .acquiring)
      meet()
      didLoad.flag.store(true, ordering: .releasing)
      return isFirst
    }
    #expect(loads == 2)
  }

  @Test func `of two threads that have both exchanged an atomic flag one loads`() async {
    let loads = await loadsOfTwoThreads { didLoad, meet in
      let isFirst = !didLoad.flag.exchange(true, ordering: .acquiringAndReleasing)
      meet()
      return isFirst
    }
    #expect(loads == 1)
  }

  @Test func `a static value outlives the test that created it`() async throws {
    #expect(try await Catalog.answer.value == ["first"])
    Server.rows.accept(["second"])
    #expect(try await Catalog.answer.value == ["first"])
    #expect(try await Server.load() == ["second"])
  }

  @Test func `a view appears, draws each state, and loads once`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("---A|", ["A": ["a"]])
      let screen = m.keep(StateScreen { try await answer() })
      m.hot("-a-a-a") { _ in screen.appear() }
      m.expect(reading: { screen.model.state }, "nl--A", .states(loaded: ["A": ["a"]]))
      m.expectSubscriptions(answer, ["-^--!"])
    }
  }

  @Test func `code that waits for the state joins the load of the view`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--A|", ["A": ["a"]])
      let screen = m.keep(StateScreen { try await answer() })
      let seen = m.keep(BehaviorRelay<[String]?>(nil))
      m.hot("-a") { _ in screen.appear() }
      m.at(.milliseconds(20)) {
        m.keep(
          Task {
            await screen.appearAndWait()
            seen.accept(screen.model.state.value)
          }
        )
      }
      m.expect(seen, "n--A", ["n": nil, "A": ["a"]])
      m.expectSubscriptions(answer, ["-^-!"])
    }
  }

  @Test func `a test has every line and every diagram of the article`() throws {
    let article = try ArticleCode("FiveWaysToLoadOnce")
    let samples = #filePath.replacing("FiveWaysToLoadOnceTests", with: "FiveWays")
    #expect(article.blocks.count == 11)
    #expect(try article.lines(missingIn: samples) == [])
    #expect(article.others == 1)
    #expect(article.diagrams.count == 9)
    #expect(try article.diagrams(missingIn: [], besides: #filePath) == [])
  }

  @Test func `the playground's page has the code of the article`() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let page = "Playgrounds/ReactiveLoadable.playground/Pages/Once.xcplaygroundpage/Contents.swift"
    let article = try ArticleCode("FiveWaysToLoadOnce")
    let missing = try article.lines(missingIn: root.appending(path: page).path)
    #expect(missing == [])
  }
}

private final class AtomicFlag: Sendable {
  let flag = Atomic(false)
}

/// The possible numbers of loads of two threads, each of which calls `meet` after its first step.
private func loadsOfTwoThreads(
  _ mayLoad: @escaping @Sendable (_ didLoad: AtomicFlag, _ meet: () -> Void) -> Bool
) async -> Int {
  let (didLoad, one, other) = (
    AtomicFlag(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
  )
  return await withTaskGroup { group in
    for (mine, others) in [(one, other), (other, one)] {
      group.addTask {
        await onThread {
          mayLoad(didLoad) {
            others.signal()
            mine.wait()
          }
        }
      }
    }
    return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
  }
}

private func onThread(_ work: @escaping @Sendable () -> Bool) async -> Bool {
  await withCheckedContinuation { done in
    Thread { done.resume(returning: work()) }.start()
  }
}
