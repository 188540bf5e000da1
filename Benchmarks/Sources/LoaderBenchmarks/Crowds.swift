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
