import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// Sequences of inputs at and after the end of a run, wrong uses, and values with code in `deinit`.
@Suite struct ElementsEndTests {
  @Test func `a sequence that a test leaves behind ends with the run`() async {
    let tasks = Log<Task<Void, Never>>()
    let failures = failures {
      marbles { m in
        let hot = m.hot("-a"), cold = m.cold("-a"), load = m.responses(to: ["a": "x|"])
        tasks.note(Task { for await _ in hot.elements {} })
        tasks.note(Task { for await _ in cold.elements {} })
        tasks.note(Task { for await _ in load.requests.elements {} })
        m.expectCleanRun()
      }
    }
    #expect(failures.count == 1)
    for task in tasks.entries { await task.value }
  }

  @Test func `a sequence that is read after the run ends immediately`() async {
    let inputs = Log<(MarbleHot<String, Never>, MarbleCold<String, Never>)>()
    marbles { m in
      inputs.note((m.hot("-a"), m.cold("-a|")))
      m.expectCleanRun()
    }
    for (hot, cold) in inputs.entries {
      for await _ in hot.elements {}
      for await _ in cold.elements {}
    }
  }

  @Test func `a second iterator in a detached task fails the test`() {
    let line: UInt = #line + 2
    let failures = failures {
      marbles { m in
        let elements = m.hot("-a|").elements
        m.expect(elements, "-a|")
        m.at(.milliseconds(5)) { Task.detached { for await _ in elements {} } }
      }
    }
    #expect(failures.map(\.line) == [line])
    #expect(failures.first?.text.hasPrefix("A second iterator of `input.elements`") == true)
  }

  @Test func `an exploring run reports a second iterator once`() {
    let failures = failures {
      marbles(exploring: 5) { m in
        let elements = m.hot("-a|").elements
        m.expect(elements, "-a|")
        m.at(.milliseconds(5)) { Task { for await _ in elements {} } }
      }
    }
    #expect(failures.count == 1)
  }

  @Test func `a value that is released by a cancellation may use its subscription`() {
    marbles { m in
      let load = m.responses(to: [Request(): "-x|"])
      let subscriber = Idle()
      load.requests.subscribe(subscriber)
      m.at(.milliseconds(10)) {
        let request = Request { [weak subscriber] in subscriber?.subscription?.cancel() }
        Task { try await load(request) }
      }
      m.at(.milliseconds(50)) { subscriber.subscription?.cancel() }
      m.expectCleanRun()
    }
  }

  @Test func `subscriptions receive a value in the order of their start after others have ended`() {
    let seen = Log<Int>()
    marbles { m in
      let hot = m.hot("-a-b")
      let sinks = (0..<5).map { number in hot.sink { _ in seen.note(number) } }
      m.at(.milliseconds(20)) { for number in [3, 0] { sinks[number].cancel() } }
      m.at(.milliseconds(25)) { m.keep(hot.sink { _ in seen.note(5) }) }
      for sink in sinks { m.keep(sink) }
    }
    #expect(seen.entries == [0, 1, 2, 3, 4, 1, 2, 4, 5])
  }
}

/// A request that performs an action in its `deinit`; all requests are equal.
// SAFETY: the action runs once, when the last reference is released.
private final class Request: Hashable, @unchecked Sendable {
  private let action: () -> Void

  init(_ action: @escaping () -> Void = {}) {
    self.action = action
  }

  deinit { action() }

  static func == (one: Request, other: Request) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

/// A subscriber without demand.
private final class Idle: Subscriber {
  private(set) var subscription: (any Subscription)?

  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ request: Request) -> Subscribers.Demand { .none }
  func receive(completion: Subscribers.Completion<Never>) {}
}
