import CombineShim
import Dispatch
import LoadableTesting
import TestSupport
import Testing

@Suite struct LeftoverTests {
  private let gate = Gate()
  private let survivors = Survivors()
  private let query = BehaviorRelay("")

  // MARK: Tasks

  @Test(.needs(.taskCreation)) func `a task that has not ended is a leftover`() async {
    let gate = gate
    let text = await leftover {
      await leftovers(grace: .zero) { Task { await gate.wait() } }
    }
    #expect(text.hasPrefix("a task"))
    gate.open()
  }

  @Test(.needs(.taskCreation)) func `work that ignores its cancellation is a leftover task`() async
  {
    let text = await leftover {
      await leftovers(grace: .zero) { SlowFeed(gate).reload() }
    }
    #expect(text.hasPrefix("a task"))
    gate.open()
  }

  @Test func `a task that has ended while something holds it is no leftover`() async {
    let gate = gate
    await leftovers(grace: .zero) {
      let task = Task { await gate.wait() }
      survivors.keep(task)
      gate.open()
      await task.value
    }
  }

  @Test func `a cancelled task that ends is no leftover`() async {
    await leftovers {
      Task {
        for await _ in AsyncStream<Int>(unfolding: {
          await self.gate.wait(); return nil
        }) {}
      }
      .cancel()
      gate.open()
    }
  }

  @Test func `a failed marble run reports its leftovers alone`() async {
    let gate = gate
    let text = await failure {
      await leftovers {
        marbles { m in
          m.expectCleanRun()
          survivors.keep(query.sink { _ in })
          Task { await gate.wait() }
        }
      }
    }
    #expect(text.hasPrefix("Still alive after the end of the run"))
    gate.open()
  }

  // MARK: Scopes

  @Test func `the innermost check covers what its code creates`() async {
    var inner: [Failure] = []
    await leftovers(grace: .zero) {
      inner = await failures {
        await leftovers(grace: .zero) { survivors.keep(query.sink { _ in }) }
      }
    }
    #expect(inner.count == 1)
  }

  @Test func `checks that run in parallel do not see each other`() async {
    await withTaskGroup { group in
      for index in 0..<20 {
        group.addTask {
          let survivors = Survivors()
          let all = await failures {
            await leftovers(grace: index.isMultiple(of: 2) ? .zero : .seconds(1)) {
              let feed = SlowFeed()
              await feed.podcasts.load("swift").outcome()
              if index.isMultiple(of: 2) { survivors.keep(feed.podcasts.states.sink { _ in }) }
              if index.isMultiple(of: 2) { survivors.keep(feed) }
            }
          }
          #expect(all.count == (index.isMultiple(of: 2) ? 1 : 0))
        }
      }
    }
  }

  @Test func `a task of the test belongs to its check`() async {
    let (query, survivors) = (query, survivors)
    let text = await leftover {
      await leftovers(grace: .zero) {
        await Task { survivors.keep(query.sink { _ in }) }.value
      }
    }
    #expect(text.hasPrefix("a subscription of "))
  }

  // MARK: The end

  @Test func `an error is thrown after the report`() async {
    let text = await leftover {
      await #expect(throws: Offline.self) {
        try await leftovers(grace: .zero) {
          survivors.keep(query.sink { _ in })
          throw Offline()
        }
      }
    }
    #expect(text.hasPrefix("a subscription of "))
  }

  @Test func `a cancelled task is checked`() async {
    let (query, survivors) = (query, survivors)
    let check = Task {
      await leftover {
        await leftovers(grace: .milliseconds(1)) {
          withUnsafeCurrentTask { $0?.cancel() }
          survivors.keep(query.sink { _ in })
        }
      }
    }
    #expect(await check.value.hasPrefix("a subscription of "))
  }

  @Test func `the check waits for a subscription that ends on another thread`() async {
    let query = query
    await leftovers {
      let subscription = query.sink { _ in }
      let held = Unchecked(subscription)
      DispatchQueue.global().async { held.value.cancel() }
    }
  }

  @MainActor @Test func `jobs of the main actor run during the wait`() async {
    await leftovers {
      let subscription = query.sink { _ in }
      Task { @MainActor in subscription.cancel() }
    }
  }

  // MARK: Exceptions

  @Test func `what is created in ignoringLeftovers is no leftover`() async {
    let (query, survivors) = (query, survivors)
    await leftovers(grace: .zero) {
      ignoringLeftovers { survivors.keep(query.sink { _ in }) }
      await ignoringLeftovers { await Task { survivors.keep(query.sink { _ in }) }.value }
    }
  }

  @Test func `a name removes the leftovers whose line has it`() async {
    let feed = SlowFeed(gate)
    await leftovers(ignoring: "podcasts") { feed.reload() }
    gate.open()
  }

  @Test func `an empty name has no effect`() async {
    let text = await leftover {
      await leftovers(grace: .zero, ignoring: "") { survivors.keep(query.sink { _ in }) }
    }
    #expect(text.hasPrefix("a subscription of "))
  }

  // MARK: Marble runs

  @Test func `a subscription that outlives a marble run is a leftover`() async {
    let text = await leftover {
      await leftovers(grace: .zero) {
        marbles { m in
          survivors.keep(query.sink { _ in })
          m.expect(query, "a", ["a": ""])
        }
      }
    }
    #expect(text.hasPrefix("a subscription of BehaviorRelay<String> ("))
  }

  @Test func `the subscriptions of a marble run have ended with it`() async {
    await leftovers {
      marbles { m in
        let feed = m.keep(SlowFeed())
        m.at(.milliseconds(20)) { feed.reload() }
        m.expect(feed.podcasts.states, "n-(ld)", .states(loaded: ["d": ["swift"]]))
      }
    }
  }

  // MARK: The trait

  @Test func `the trait reports a leftover at its test`() async throws {
    let test = try #require(Test.current)
    let (query, survivors) = (query, survivors)
    try await withKnownIssue {
      try await LeftoverTrait.leftovers(grace: .zero).provideScope(for: test, testCase: nil) {
        survivors.keep(query.sink { _ in })
      }
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.hasPrefix("Still alive after the test: a subscription")
      }
        && issue.sourceLocation == test.sourceLocation
    }
  }

  // MARK: Places

  @Test(.needs(.outsideWork, .taskCreation), .debugOnly)
  func `a leftover has the function that created it`() async throws {
    let places = Survivors()
    let text = await failure {
      await leftovers(grace: .zero) {
        let screen = Screen(SlowFeed(gate), query)
        places.keep(screen)
        screen.feed.reload()
      }
    }
    let lines = text.split(separator: "\n")
    #expect(
      lines[0].contains(#"a load of "podcasts" ("swift"), started in SlowFeed.reload(); 1 more"#)
    )
    #expect(lines[1].hasSuffix(", created in Screen.init(_:_:)"))
    gate.open()
  }
}

private final class Screen {
  let feed: SlowFeed
  private let subscription: AnyCancellable

  init(_ feed: SlowFeed, _ query: BehaviorRelay<String>) {
    self.feed = feed
    subscription = query.sink { _ in }
  }
}

// SAFETY: the subscription may be cancelled on any thread.
private struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
