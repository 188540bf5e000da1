import CombineShim
import MarbleTesting
import Synchronization
import TestSupport
import Testing

@Suite struct LeftoverTaskTests {
  @Test func `a task that waits endlessly is reported with its start`() {
    let line = #line
    let failures = failures {
      marbles { m in
        Task { await forever() }
        m.at(.milliseconds(20)) { Task { await forever() } }
        m.hot("---a") { _ in Task { await forever() } }
        let clock = m.clock
        m.at(.milliseconds(40)) {
          Task {
            try await clock.sleep(for: .milliseconds(10))
            Task { await forever() }
          }
        }
      }
    }
    #expect(
      failures.flatMap(\.items) == [
        "a task that has not ended, started at 0ms, caused by the body",
        "a task that has not ended, started at 20ms, caused by LeftoverTaskTests.swift:\(line + 4)",
        "a task that has not ended, started at 30ms, caused by LeftoverTaskTests.swift:\(line + 5)",
        "a task that has not ended, started at 50ms, caused by LeftoverTaskTests.swift:\(line + 7)",
      ]
    )
  }

  @Test func `a task that waits is named by the first difference`() {
    let line = #line
    let failures = failures {
      marbles { m in
        m.hot("-a") { _ in Task { await forever() } }
        m.expect(m.hot("-a"), "-b")
        m.expect(m.hot("-a"), "-c")
      }
    }
    #expect(failures.map { $0.text.contains("has not ended") } == [true, false])
    let task =
      " 1 task has not ended: started at 10ms, caused by LeftoverTaskTests.swift:\(line + 3)."
    #expect(failures.first?.text.hasSuffix("\n\(task)") == true, "\(failures)")
    #expect(failures.map { $0.text.contains("If this is right") } == [false, false])
  }

  @Test func `tasks that wait are counted by the difference`() {
    let failures = failures {
      marbles { m in
        for _ in 0..<3 { Task { await forever() } }
        m.expectSubscriptions(m.cold("-"), ["^"])
      }
    }
    let tasks = " 3 tasks have not ended: the first started at 0ms, caused by the body."
    #expect(failures.map { $0.text.hasSuffix("\n\(tasks)") } == [true], "\(failures)")
  }

  @Test func `a difference without leftover tasks has its suggestion`() {
    let failures = failures {
      marbles { m in
        let words = m.hot("-a|"), elements = words.elements
        m.expect(words, "-b|")
        Task { for await _ in elements {} }
      }
    }
    #expect(failures.map { $0.text.contains("If this is right") } == [true])
  }

  @Test(arguments: [TaskPriority.background, .medium, .userInitiated])
  func `ended tasks are not reported, even if they are retained`(_ priority: TaskPriority) {
    let held = Mutex<[Task<Int, any Error>]>([])
    marbles { m in
      m.expectCleanRun()
      let task = Task(priority: priority) { 1 }
      let failing = Task<Int, any Error>(priority: priority) { throw Offline() }
      let cancelled = Task<Int, any Error>(priority: priority) {
        try await Task<Int, any Error> {
          try Task.checkCancellation(); return 1
        }.value
      }
      cancelled.cancel()
      held.withLock { $0 = [Task { await task.value }, failing, cancelled] }
    }
    #expect(held.withLock { $0.count } == 3)
  }

  @Test func `a reported task continues on its executor when it is woken later`() async {
    let (wakes, wake) = AsyncStream.makeStream(of: Int.self)
    let held = Mutex<Task<Int, Never>?>(nil)
    let failures = failures {
      marbles { _ in
        let task = Task(priority: .background) { await wakes.reduce(0, +) }
        held.withLock { $0 = task }
      }
    }
    #expect(failures.count == 1)
    wake.yield(2)
    wake.finish()
    #expect(await held.withLock { $0 }?.value == 2)
  }

  @Test func `an unused result of a task is released with the task, and may start tasks`() {
    marbles { m in
      m.expectCleanRun()
      Task { AtEnd { Task {} } }
    }
    marbles { m in
      for _ in 0..<300 { Task { AtEnd { Task {} } } }
      m.advance(by: .milliseconds(10))
      for _ in 0..<300 { Task {} }
    }
  }

  @Test func `an unused result of a task is released when the task ends`() {
    marbles { m in
      let words = m.hot("-a-b"), seen = PassthroughSubject<String, Never>()
      let box = Unchecked((words, seen))
      Task { Unchecked(box.value.0.sink { box.value.1.send($0) }) }
      m.at(.milliseconds(20)) { Task { AtEnd { box.value.1.send("c") } } }
      m.expect(seen, "--c-")
    }
  }

  @Test func `an unused result of a task on an actor is released, too`() {
    marbles { m in
      let seen = PassthroughSubject<String, Never>(), box = Unchecked(seen)
      m.at(.milliseconds(20)) { Task { @Alone in AtEnd { box.value.send("c") } } }
      m.expect(seen, "--c")
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `a handler of priority escalations may start tasks`() {
    let failures = failures {
      marbles { m in
        let gate = m.keep(Gate())
        Task {
          await withTaskPriorityEscalationHandler {
            await gate.wait()
          } onPriorityEscalated: { _, _ in
            Task {}
          }
        }
      }
    }
    let left = "a task that has not ended, started at 0ms"
    #expect(failures.flatMap(\.items).map { $0.hasPrefix(left) } == [true])
  }

  @Test func `child tasks are reported with their parents only`() {
    marbles { m in
      m.expectCleanRun()
      let load = m.cold("-x|")
      Task {
        async let one = load()
        async let other = load()
        let both = try await one + other
        return await withTaskGroup(of: String.self) { group in
          for _ in 0..<3 { group.addTask { both } }
          return await group.reduce("", +)
        }
      }
    }
    let failures = failures {
      marbles { _ in
        Task {
          async let never: Void = forever()
          await never
        }
      }
    }
    #expect(failures.flatMap(\.items).count == 1)
  }

  @Test func `a task keeps its priority while time runs`() {
    marbles { m in
      let seen = PassthroughSubject<Bool, Never>()
      let box = Unchecked(seen)
      m.expect(seen, "-t", ["t": true])
      let clock = m.clock
      Task(priority: .background) {
        for _ in 0..<600 { Task {} }
        try await clock.sleep(for: .milliseconds(10))
        box.value.send(Task.currentPriority == .background)
      }
    }
  }

  @Test func `the memory of ended tasks is released when many have ended`() {
    weak var early: Witness?
    marbles { m in
      let witness = Witness()
      early = witness
      Task { witness }
      m.at(.milliseconds(10)) { for _ in 0..<300 { Task {} } }
      m.at(.milliseconds(20)) { #expect(early == nil) }
    }
  }
}

private func forever() async {
  await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
}

@globalActor private actor Alone {
  static let shared = Alone()
}
