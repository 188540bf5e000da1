import CHeap
import Measuring
import ReactiveLoadable

/// Many concurrent loads, each suspended until all have started.
enum Crowds {
  /// Loads of existing loaders, which are created before the measurement.
  static func loads(_ count: Int) -> AsyncContender {
    let gates = Gates()
    let loaders = (0..<count).map { _ in gates.loader() }
    return AsyncContender("loads", repetitions: 1) { _ in
      let held = gates.next()
      let loads = loaders.map { $0.load(1) }
      held.open()
      for load in loads { await load.outcome() }
    }
  }

  static func tasks(_ count: Int) -> AsyncContender {
    AsyncContender("tasks", repetitions: 1) { _ in
      let held = Held()
      let tasks = (0..<count).map { _ in Task { await held.pass(1) } }
      held.open()
      for task in tasks { _ = await task.value }
    }
  }

  /// The memory of a running load in bytes, without its loader.
  static func bytesPerLoad(_ count: Int) async -> Double {
    let gates = Gates()
    let held = gates.next()
    let loaders = (0..<count).map { _ in gates.loader() }
    let before = allocated
    let loads = loaders.map { $0.load(1) }
    let after = allocated
    held.open()
    for load in loads { await load.outcome() }
    return Double(after - before) / Double(count)
  }

  static func bytesPerTask(_ count: Int) async -> Double {
    let held = Held()
    let before = allocated
    let tasks = (0..<count).map { _ in Task.atOnce { await held.pass(1) } }
    let after = allocated
    held.open()
    for task in tasks { _ = await task.value }
    return Double(after - before) / Double(count)
  }

  private static var allocated: Int { heap_allocated() }
}

/// A gate that suspends callers until it is opened.
final class Held: Sendable {
  private let signal = AsyncStream.makeStream(of: Void.self)
  private let gate: Task<Void, Never>

  init() {
    let stream = signal.stream
    gate = Task { for await _ in stream {} }
  }

  func open() { signal.continuation.finish() }

  func pass(_ value: Int) async -> Int {
    await gate.value
    return value
  }
}

/// The gate of the current round, for loaders that outlive a round.
final class Gates: Sendable {
  private let present = BehaviorRelay(Held())

  func next() -> Held {
    let held = Held()
    present.accept(held)
    return held
  }

  func loader() -> Loader<Int, Int, Never> {
    Loader { (request: Int) async throws(Never) -> Int in
      await self.present.value.pass(request)
    }
  }
}
