import Foundation
import LoadableTesting
import TestSupport
import Testing

/// How a check observes tasks: without retaining them, and without an effect on them.
@Suite(.needs(.taskCreation)) struct LeftoverTaskTests {
  private let gate = Gate()
  private let survivors = Survivors()

  @Test func `the result of an ended task is released before the end of the test`() async {
    let isReleased = Gate()
    await leftovers {
      _ = await Task { OpeningResult(isReleased) }.value
      await isReleased.wait()
    }
  }

  @Test func `no result is released while the test creates tasks`() async {
    let releases = Log<Int>()
    await leftovers(grace: .seconds(3_600)) {
      // Without a suspension, so all of it runs on one thread.
      for _ in 0..<5_000 {
        Creation.isOnThisThread = true
        let task = Task { LateResult(releases) }
        Creation.isOnThisThread = false
        // The task may have ended already; then its last reference releases the result.
        withExtendedLifetime(task) {}
      }
    }
    #expect(releases.entries.isEmpty)
  }

  @Test func `a clean test does not wait for its grace if something holds an ended task`() async {
    await leftovers(grace: .seconds(3_600)) {
      let task = Task {}
      survivors.keep(task)
      await task.value
    }
  }

  @Test func `a failed task that something holds has ended`() async {
    await leftovers(grace: .seconds(3_600)) {
      let task = Task { throw Offline() }
      survivors.keep(task)
      _ = await task.result
    }
  }

  @Test func `a check leaves the priority of a running task unchanged`() async {
    let gate = gate
    let priorities = AsyncStream<[TaskPriority]>.makeStream()
    _ = await leftover {
      await leftovers(grace: .zero) {
        Task(priority: .utility) {
          let first = Task.currentPriority
          await gate.wait()
          priorities.continuation.yield([first, Task.currentPriority])
        }
        await gate.waiterArrived()
      }
    }
    gate.open()
    for await pair in priorities.stream {
      #expect(pair[0] == pair[1])
      break
    }
  }

  @Test func `a task of the highest priority is found`() async {
    let gate = gate
    let text = await leftover {
      await leftovers(grace: .zero) {
        Task(priority: TaskPriority(rawValue: 33)) { await gate.wait() }
      }
    }
    #expect(text.hasPrefix("a task"))
    gate.open()
  }

  @Test func `a detached task is found`() async {
    let gate = gate
    let text = await leftover {
      await leftovers(grace: .zero) { Task.detached { await gate.wait() } }
    }
    #expect(text.hasPrefix("a task"))
    gate.open()
  }

  @Test(arguments: [0, 1, 3, 64])
  func `a task is found with a result of any size`(count: Int) async {
    let gate = gate
    let text = await leftover {
      await leftovers(grace: .zero) {
        switch count {
        case 0: Task { await gate.wait() }
        case 1:
          Task {
            await gate.wait(); return 1
          }
        case 3:
          Task {
            await gate.wait(); return ("a", "b", [1])
          }
        default:
          Task {
            await gate.wait(); return SIMD64<Int>(repeating: 0)
          }
        }
      }
    }
    #expect(text.hasPrefix("a task"))
    gate.open()
  }

  @Test(.debugOnly) func `any number of call stacks is named`() async {
    let gate = gate
    let text = await failure {
      await leftovers(grace: .zero) {
        for path in 0..<300 { startTask(gate, depth: 9, path: path) }
      }
    }
    #expect(
      text.hasPrefix(
        "Still alive after the test: a task, created in startTask(_:depth:path:); 299 more:"
      )
    )
    #expect(text.contains("\n  299 × a task, created in startTask(_:depth:path:)\n"))
    gate.open()
  }
}

/// Creates a task with a call stack that differs for each path of two calls.
private func startTask(_ gate: Gate, depth: Int, path: Int) {
  if depth == 0 {
    Task { await gate.wait() }
  } else if path.isMultiple(of: 2) {
    startTask(gate, depth: depth - 1, path: path / 2)
  } else {
    startTask(gate, depth: depth - 1, path: path / 2)
  }
}

/// True while this thread creates a task.
private enum Creation {
  static var isOnThisThread: Bool {
    get { Thread.current.threadDictionary["creates"] != nil }
    set { Thread.current.threadDictionary["creates"] = newValue ? true : nil }
  }
}

/// A result that opens a gate when it is released.
private final class OpeningResult: Sendable {
  private let gate: Gate

  init(_ gate: Gate) { self.gate = gate }

  deinit { gate.open() }
}

/// A result that counts its release where a task is created, because the caller may hold a lock.
private final class LateResult: Sendable {
  private let releases: Log<Int>

  init(_ releases: Log<Int>) { self.releases = releases }

  deinit { if Creation.isOnThisThread { releases.note(1) } }
}
