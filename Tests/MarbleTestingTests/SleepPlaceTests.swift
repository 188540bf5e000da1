import AsyncAlgorithms
import MarbleTesting
import TestSupport
import Testing

/// The report of a sleep names the function that called it.
@Suite(.needs(.sleep, .outsideWork), .notOptimized) struct SleepPlaceTests {
  @Test func `a sleep in a method of a model is reported with the method`() {
    expectPlace("FeedModel.poll()") { try await FeedModel().poll() }
  }

  @Test func `a sleep in a method of an actor is reported with the method`() {
    expectPlace("Poller.poll()") { try await Poller().poll() }
  }

  @Test func `a sleep after another call is reported with its function`() {
    expectPlace("FeedModel.poll()") {
      await Task.yield()
      await FeedModel().load()
      try await FeedModel().poll()
    }
  }

  @Test func `a sleep in a child task is reported with the function that starts it`() {
    expectPlace("FeedModel.pollTwice()") { try await FeedModel().pollTwice() }
  }

  @Test func `a sleep of a clock is reported with the function that waits`() {
    expectPlace("FeedModel.wait(on:)") {
      try await FeedModel().wait(on: ContinuousClock())
    }
  }

  @Test func `a sleep in an extension of a type of the standard library is reported`() {
    expectPlace("Array.poll()") { try await [1].poll() }
  }

  @Test func `a sleep in the initial value of a property is reported with the property`() {
    expectPlace("FeedModel.start") { try await FeedModel.start() }
  }

  @Test func `a sleep in a function that can be sent is reported with its name`() {
    expectPlace("poll()") { try await poll() }
  }

  @Test func `an operator that sleeps is reported with its function`() {
    expectPlace("DebounceStorage.") {
      let numbers = AsyncStream<Int> { $0.yield(1) }
      for await _ in numbers.debounce(for: .milliseconds(20)) { break }
    }
  }
}

/// Expects that the first sleep of a task is reported with its caller.
private func expectPlace(_ place: String, _ action: @escaping @Sendable () async throws -> Void) {
  let failures = failures {
    marbles { m in
      m.expectCleanRun()
      m.keep(Task { try await action() })
    }
  }
  let first = failures.first?.text.firstLine ?? ""
  #expect(first.contains(": a task slept for 20ms in \(place)"), "\(first)")
}

@Sendable private func poll() async throws { try await Task.sleep(for: .milliseconds(20)) }

private struct FeedModel {
  static let start = { @Sendable in try await Task.sleep(for: .milliseconds(20)) }

  func poll() async throws { try await Task.sleep(for: .milliseconds(20)) }

  func load() async {}

  func pollTwice() async throws {
    async let first: Void = Task.sleep(for: .milliseconds(20))
    async let second: Void = Task.sleep(for: .milliseconds(20))
    _ = try await (first, second)
  }

  func wait(on clock: some Clock<Duration>) async throws {
    try await clock.sleep(for: .milliseconds(20))
  }
}

private actor Poller {
  func poll() async throws { try await Task.sleep(for: .milliseconds(20)) }
}

extension [Int] {
  fileprivate func poll() async throws { try await Task.sleep(for: .milliseconds(20)) }
}
