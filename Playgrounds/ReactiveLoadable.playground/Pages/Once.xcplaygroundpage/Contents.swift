//: # Once
//:
//: A screen appears more than once and should load once. Five solutions are common: a flag, an
//: atomic exchange, a once token, a lazy value and the state. The article *Five ways to load once* compares
//: them. This page runs its code in virtual time.

import LoadableTesting
import ReactiveLoadable
import Synchronization

typealias LoadRows = @Sendable () async throws -> [String]

//: ## A flag

@MainActor
final class FlagScreen {
  private(set) var rows: [String]?
  private var didLoad = false
  private let load: LoadRows

  init(load: @escaping LoadRows) { self.load = load }

  func appear() async throws {
    guard !didLoad else { return }
    didLoad = true
    rows = try await load()
  }
}

extension FlagScreen {
  func appearResettingTheFlag() async throws {
    guard !didLoad else { return }
    didLoad = true
    do {
      rows = try await load()
    } catch {
      didLoad = false  // after a failure or a cancelled task
      throw error
    }
  }
}

extension FlagScreen {
  func appearSettingTheFlagLate() async throws {
    guard !didLoad else { return }
    rows = try await load()
    didLoad = true  // not after a failure, which can be retried
  }
}

//: ## An atomic exchange

nonisolated final class ExchangeScreen: Sendable {
  let rows = BehaviorRelay<[String]?>(nil)
  private let didLoad = Atomic(false)
  private let load: LoadRows

  init(load: @escaping LoadRows) { self.load = load }

  func appear() async throws {
    guard !didLoad.exchange(true, ordering: .acquiringAndReleasing) else { return }
    rows.accept(try await load())
  }
}

//: ## A once token

nonisolated final class OnceScreen: Sendable {
  let rows = BehaviorRelay<[String]?>(nil)
  private let once = Once()
  private let load: LoadRows

  init(load: @escaping LoadRows) { self.load = load }

  func appear() async throws {
    try await once.runOrWait { rows.accept(try await load()) }
  }

  func refresh() async throws {
    once.reset()
    try await appear()
  }
}

//: ## A lazy value

@MainActor
final class LazyScreen {
  private(set) var rows: [String]?
  private lazy var answer = Task { [load] in try await load() }
  private let load: LoadRows

  init(load: @escaping LoadRows) { self.load = load }

  func appear() async throws { rows = try await answer.value }
}

//: A variant retains the task only while it runs.

@MainActor
final class RunningTaskScreen {
  private(set) var rows: [String]?
  private var loading: Task<[String], any Error>?
  private let load: LoadRows

  init(load: @escaping LoadRows) { self.load = load }

  func appear() async throws {
    guard rows == nil else { return }
    let task = loading ?? Task { [load] in try await load() }
    loading = task
    defer { if loading == task { loading = nil } }
    rows = try await task.value
  }
}

//: ## The state

@MainActor
final class StateScreen {
  let model: ValueModel<[String]>

  init(policy: LoadPolicy = LoadPolicy(), load: @escaping LoadRows) {
    model = LoaderModel(Loader(policy: policy, load))
  }

  func appear() { model.appear() }  // starts the load; the view draws `model.state`
  func appearAndWait() async { await model.loader.loadIfNeeded().outcome() }
}

//: ## Comparison
//:
//: The same screen in five ways: its call on appearance, and its rows.

struct Screen {
  let name: String
  let appear: @MainActor () async throws -> Void
  let rows: @MainActor () -> [String]?
}

let five: [@MainActor @Sendable (@escaping LoadRows) -> Screen] = [
  { load in
    let screen = FlagScreen(load: load)
    return Screen(name: "flag      ", appear: screen.appear, rows: { screen.rows })
  },
  { load in
    let screen = ExchangeScreen(load: load)
    return Screen(name: "exchange  ", appear: screen.appear, rows: { screen.rows.value })
  },
  { load in
    let screen = OnceScreen(load: load)
    return Screen(name: "once token", appear: screen.appear, rows: { screen.rows.value })
  },
  { load in
    let screen = LazyScreen(load: load)
    return Screen(name: "lazy value", appear: screen.appear, rows: { screen.rows })
  },
  { load in
    let screen = StateScreen(load: load)
    return Screen(
      name: "state     ",
      appear: screen.appearAndWait,
      rows: { screen.model.state.latest }
    )
  },
]

//: Each screen appears at the given times, in milliseconds. A load takes 20 ms. Each line has the number
//: of loads, and the first row that the screen has when each of its calls returns.

struct Offline: Error {}

typealias MakeScreen = @MainActor @Sendable (@escaping LoadRows) -> Screen

func compare(
  _ screens: [MakeScreen] = five,
  at times: [Int],
  _ first: String,
  then later: [String] = []
) {
  for makeScreen in screens {
    marbles(on: MainActor.shared) { m in
      let (loads, seen) = (BehaviorRelay(0), BehaviorRelay(""))
      let answer = m.cold(first, ["A": ["Swift"]], failure: Offline(), then: later)
      let screen = m.keep(
        makeScreen {
          loads.update { $0 += 1 }
          return try await answer()
        }
      )
      for time in times {
        m.at(.milliseconds(time)) {
          m.keep(
            Task {
              try? await screen.appear()
              seen.update { $0 += " " + (screen.rows()?.first ?? "–") }
            }
          )
        }
      }
      m.advance(by: .milliseconds(100))
      print("\(screen.name)  loads: \(loads.value)  rows:\(seen.value)")
    }
  }
}

//: A second call during the load: with a flag or an exchange it returns immediately, without rows.

compare(at: [0, 10], "--A|")
// → flag        loads: 1  rows: – Swift
// → exchange    loads: 1  rows: – Swift
// → once token  loads: 1  rows: Swift Swift
// → lazy value  loads: 1  rows: Swift Swift
// → state       loads: 1  rows: Swift Swift

//: The first load fails, and the screen appears again: only the once token and the state load again.

compare(at: [0, 50], "--#", then: ["--A|"])
// → flag        loads: 1  rows: – –
// → exchange    loads: 1  rows: – –
// → once token  loads: 2  rows: – Swift
// → lazy value  loads: 1  rows: – –
// → state       loads: 2  rows: – Swift

//: Two fixes load again after a failure: a flag that is reset, and a task that is retained while it runs.
//: A second call during the load joins the task. With the flag it does not join the load.

let repaired: [MakeScreen] = [
  { load in
    let screen = FlagScreen(load: load)
    return Screen(
      name: "flag, reset ",
      appear: screen.appearResettingTheFlag,
      rows: { screen.rows }
    )
  },
  { load in
    let screen = RunningTaskScreen(load: load)
    return Screen(name: "running task", appear: screen.appear, rows: { screen.rows })
  },
]

compare(repaired, at: [0, 50], "--#", then: ["--A|"])
// → flag, reset   loads: 2  rows: – Swift
// → running task  loads: 2  rows: – Swift

compare(repaired, at: [0, 10], "--A|")
// → flag, reset   loads: 1  rows: – Swift
// → running task  loads: 1  rows: Swift Swift

//: ## Where a flag breaks
//:
//: A flag that is set after the load is not set by a load that fails. But each call before the end of the
//: load starts another load.

func settingTheFlagLate() {
  let loads = BehaviorRelay(0)
  marbles(on: MainActor.shared) { m in
    let answer = m.cold("--A|", ["A": ["Swift"]])
    let screen = m.keep(
      FlagScreen {
        loads.update { $0 += 1 }
        return try await answer()
      }
    )
    m.hot("aa") { _ in m.keep(Task { try await screen.appearSettingTheFlagLate() }) }
    m.expectSubscriptions(answer, ["^-!", "-^-!"])
  }
  print("set late, loads: \(loads.value)")
}

settingTheFlagLate()  // → set late, loads: 2

//: A main-actor flag that is checked from other threads has no data race. Two tasks can still both load:
//: `exploring:` runs the same test in other orders and finds both results.

@MainActor
final class Visits {
  private(set) var didLoad = false
  func noteLoad() { didLoad = true }
}

@concurrent
func loadOnce(_ visits: Visits, _ load: LoadRows) async throws -> [String]? {
  guard await !visits.didLoad else { return nil }
  await visits.noteLoad()
  return try await load()
}

func aFlagFromOtherThreads() {
  let seen = Mutex<Set<Int>>([])
  marbles(on: MainActor.shared, exploring: 100) { m in
    let (visits, loads) = (m.keep(Visits()), BehaviorRelay(0))
    for _ in 1...2 {
      m.keep(
        Task {
          try await loadOnce(visits) {
            loads.update { $0 += 1 }
            return []
          }
        }
      )
    }
    m.at(.milliseconds(10)) { _ = seen.withLock { $0.insert(loads.value) } }
  }
  print("checked from other threads, loads: \(seen.withLock { $0.sorted() })")
}

aFlagFromOtherThreads()  // → checked from other threads, loads: [1, 2]

//: ## Where a lazy value breaks
//:
//: A `static let` lives as long as the process. The first access loads the value, and all later tests
//: receive the same value.

nonisolated enum Server {
  static let rows = BehaviorRelay(["Swift"])
  static func load() async throws -> [String] { rows.value }
}

nonisolated enum Catalog {
  static let answer = Task { try await Server.load() }
}

print(try await Catalog.answer.value)  // → ["Swift"]
Server.rows.accept(["Relay"])
print(try await Catalog.answer.value)  // → ["Swift"]

//: ## Drawing
//:
//: Only the state has a case for the view to draw while the rows load.

func drawing() {
  marbles(on: MainActor.shared) { m in
    let answer = m.cold("--A|", ["A": ["Swift"]])
    let screen = m.keep(StateScreen { try await answer() })
    m.keep(screen.model.loader.states.sink { print($0) })
    m.hot("-a-a-a") { _ in screen.appear() }
    m.expectSubscriptions(answer, ["-^-!"])
  }
}

drawing()
// → notRequested
// → loading
// → loaded(["Swift"])

//: The next page has [lists](@next) that load page by page.
