import Measuring
import ReactiveLoadable

/// Many callers that await one load.
enum Joining {
  static func loader(_ callers: Int) -> AsyncContender {
    AsyncContender("loader \(callers)", repetitions: 1) { _ in
      let gates = Gates()
      let held = gates.next()
      let loader = gates.loader()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<callers { group.addTask { await loader.load(1).outcome() } }
        held.open()
      }
    }
  }

  static func group(_ callers: Int) -> AsyncContender {
    AsyncContender("group \(callers)", repetitions: 1) { _ in
      let held = Held()
      let load = Task { await held.pass(1) }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<callers { group.addTask { _ = await load.value } }
        held.open()
      }
    }
  }
}
