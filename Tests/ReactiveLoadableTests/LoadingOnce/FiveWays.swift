import ReactiveLoadable
import Synchronization

// The code of the article on five ways to load once, line for line.

typealias LoadRows = @Sendable () async throws -> [String]

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

// The article names the one line that differs from the flag above.
nonisolated extension ExchangeScreen {
  func appearResettingTheFlag() async throws {
    guard !didLoad.exchange(true, ordering: .acquiringAndReleasing) else { return }
    do {
      rows.accept(try await load())
    } catch {
      didLoad.store(false, ordering: .releasing)
      throw error
    }
  }
}

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

@MainActor
final class LazyScreen {
  private(set) var rows: [String]?
  private lazy var answer = Task { [load] in try await load() }
  private let load: LoadRows

  init(load: @escaping LoadRows) { self.load = load }

  func appear() async throws { rows = try await answer.value }
}

nonisolated enum Catalog {
  static let answer = Task { try await Server.load() }
}

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

@MainActor
final class StateScreen {
  let model: ValueModel<[String]>

  init(policy: LoadPolicy = LoadPolicy(), load: @escaping LoadRows) {
    model = LoaderModel(Loader(policy: policy, load))
  }

  func appear() { model.appear() }  // starts the load; the view draws `model.state`
  func appearAndWait() async { await model.loader.loadIfNeeded().outcome() }
}
