import AsyncAlgorithms
import Foundation
import MarbleTesting
import Observation
import Synchronization
import TestSupport
import Testing

/// Mechanisms that run in virtual time: each row of the first table in the article
/// "What virtual time covers".
@Suite struct VirtualTimeTests {
  @Test func `tasks and detached tasks run in virtual time`() {
    marbles { m in
      let clock = m.clock
      m.expect(stream { try await clock.sleep(for: .milliseconds(20)) }, "--(x|)")
      let detached = stream {
        try await Task.detached { try await clock.sleep(for: .milliseconds(30)) }.value
      }
      m.expect(detached, "---(x|)")
    }
  }

  @Test func `child tasks of groups run in virtual time`() {
    marbles { m in
      let clock = m.clock
      let group = stream {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for delay in [10, 30, 20] {
            group.addTask { try await clock.sleep(for: .milliseconds(delay)) }
          }
          try await group.waitForAll()
        }
      }
      m.expect(group, "---(x|)")
    }
  }

  @Test func `ten thousand child tasks run in virtual time`() {
    marbles { m in
      let clock = m.clock
      let group = stream {
        await withTaskGroup(of: Void.self) { group in
          for delay in 0..<10_000 {
            group.addTask { try? await clock.sleep(for: .microseconds(delay)) }
          }
        }
      }
      m.expect(group, " 9.999ms (x|)")
    }
  }

  @Test func `async let runs in virtual time`() {
    marbles { m in
      let clock = m.clock
      let both = stream {
        async let first: Void = clock.sleep(for: .milliseconds(20))
        async let second: Void = clock.sleep(for: .milliseconds(10))
        _ = try await (first, second)
      }
      m.expect(both, "--(x|)")
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(.needsImmediateTasks) func `an immediate task starts in the call`() {
    let order = Log<String>()
    marbles { m in
      let clock = m.clock
      m.at(.milliseconds(10)) {
        Task.immediate {
          order.note("start")
          try await clock.sleep(for: .milliseconds(10))
          order.note("end at \(clock.now.offset)")
        }
        order.note("call")
      }
    }
    #expect(order.entries == ["start", "call", "end at 0.02 seconds"])
  }

  @Test func `task-local values are inherited`() {
    let values = Log<String>()
    marbles { m in
      m.expectCleanRun()
      Local.$name.withValue("a") { _ = Task { values.note(Local.name) } }
      Task.detached { values.note(Local.name) }
    }
    #expect(values.entries == ["a", ""])
  }

  @Test func `priorities have no effect`() {
    let order = Log<String>()
    marbles { m in
      m.expectCleanRun()
      Task(priority: .background) { order.note("background") }
      Task(priority: .high) { order.note("high") }
    }
    #expect(order.entries == ["background", "high"])
  }

  @Test func `channels and buffers of streams run in virtual time`() {
    marbles { m in
      let channel = AsyncChannel<String>(), clock = m.clock
      m.expect(channel, "-a-(b|)")
      Task {
        for name in ["a", "b"] {
          try await clock.sleep(for: .milliseconds(name == "a" ? 10 : 20))
          await channel.send(name)
        }
        channel.finish()
      }
    }
  }

  @Test func `actors and global actors run in virtual time`() {
    marbles { m in
      let clock = m.clock
      let counter = Counter()
      let counts = stream {
        try await counter.wait(on: clock)
        try await Global.wait(on: clock)
        try await MainActor.run { clock }.sleep(for: .milliseconds(10))
      }
      m.expect(counts, "---(x|)")
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `observations of a model run in virtual time`() {
    marbles { m in
      let model = m.keep(Model())
      m.expect(Observations { model.title }, "(a)--b", checking: .drawn)
      m.hot("---b") { model.title = $0 }
    }
  }

  @Test(.needs(.yield)) func `yields stay in their frame`() {
    let order = Log<String>()
    marbles { m in
      m.expectCleanRun()
      Task {
        await Task.yield()
        order.note("first")
      }
      Task { order.note("second") }
    }
    #expect(order.entries == ["second", "first"])
  }

  @Test func `files are read in place, and no virtual time passes`() {
    marbles { m in
      let clock = m.clock
      let read = stream {
        _ = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        #expect(clock.now.offset == .zero)
      }
      m.expect(read, "(x|)")
    }
  }

  @Test(.needs(.outsideWork)) func `a silent stream fails while work outside the run is pending`() {
    let failures = failures {
      marbles { m in
        let (stream, input) = AsyncStream.makeStream(of: String.self)
        m.expect(stream, "")
        DispatchQueue.global().async { input.yield("late") }
      }
    }
    #expect(failures.count == 1)
  }

  @Test func `a silent stream fails while a task still waits`() {
    let failures = failures {
      marbles { m in
        let (stream, input) = AsyncStream.makeStream(of: String.self)
        m.expect(stream, "")
        Task {
          await Gate().wait()
          input.yield("late")
        }
      }
    }
    #expect(failures.map { $0.text.contains("a task that has not ended") } == [true])
  }
}

/// A stream of `x` after an action.
private func stream(_ action: @escaping @Sendable () async throws -> Void) -> AsyncStream<String> {
  AsyncStream { continuation in
    Task {
      try await action()
      continuation.yield("x")
      continuation.finish()
    }
  }
}

private enum Local {
  @TaskLocal static var name = ""
}

private actor Counter {
  func wait(on clock: MarbleClock) async throws { try await clock.sleep(for: .milliseconds(10)) }
}

@globalActor private actor Global {
  static let shared = Global()

  @Global static func wait(on clock: MarbleClock) async throws {
    try await clock.sleep(for: .milliseconds(10))
  }
}

@Observable private final class Model: Sendable {
  private let state = Mutex("a")
  var title: String {
    get {
      access(keyPath: \.title)
      return state.withLock { $0 }
    }
    set { withMutation(keyPath: \.title) { state.withLock { $0 = newValue } } }
  }
}
