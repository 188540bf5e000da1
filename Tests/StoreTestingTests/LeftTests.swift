import CombineShim
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

@Suite struct `Leftovers (T6, T7)` {
  @Test func `a send before a received action was checked is a failure`() {
    let line: UInt = #line + 7
    let failures = failures {
      marbles { m in
        let words = m.cold("-ab|")
        let store = m.testStore(Counter.State()) { Counter(onBegin: .see(words)) }
        store.send(.begin)
        m.advance(by: .milliseconds(20))
        store.send(.add(1)) { $0.count = 1 }
        store.send(.add(1)) { $0.count = 2 }
      }
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.map(\.text) == [
        """
        send(.add(1)) at 20ms: earlier actions are not checked:
          .see("a"), received at 10ms
          .see("b"), received at 20ms

        An effect sends more actions than the test expects, or a `receive` is missing.

        Receive them before this step, or skip them with `skipReceived()` or `checking: .partial`.
        """
      ]
    )
  }

  @Test func `running an action before a received one was checked is a failure`() {
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State()) { Counter(onBegin: .send(.touch)) }
        store.send(.begin)
        store.run(Fetch(answer: { "A" }))
        store.receive(.add(1)) { $0.count = 1 }
        store.receive(.see("A")) { $0.seen = ["A"] }
      }
    }
    #expect(
      failures.map { $0.text.split(separator: "\n").prefix(2) } == [
        [
          "run(Fetch) at 0ms: earlier actions are not checked:",
          "  .touch, received at 0ms",
        ]
      ]
    )
  }

  @Test func `leftovers at the end are reported at the line of the test store`() {
    let line: UInt = #line + 6
    let failures = failures {
      marbles { m in
        let never = m.cold(""), words = m.cold("--a|"), bad = m.cold("---#", failure: Offline())
        let work: Effect<Counter.Action> = .see(never)
        let fetch = Fetch { try await never() }
        let store = m.testStore(Counter.State()) {
          Counter(
            onBegin: .merge(
              work.cancellable(id: "work").cancellable(id: 7),
              .see(words),
              .run { _ in _ = try await bad() }
            )
          )
        }
        m.advance(by: .milliseconds(10))
        store.send(.begin)
        store.run(fetch)
        store.receive(.add(1)) { $0.count = 1 }
      }
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.map(\.text) == [
        """
        The run has ended, and the steps did not check everything:
          an effect with the id "work", 7, started by .begin at 10ms, still running
          an effect, started by run(Fetch) at 10ms, still running
          the error Offline(), received at 40ms, not checked
          .see("a"), received at 30ms, not checked

        Possible causes: an effect sends more actions than the test expects, or after its end; an action was \
        sent to a child that does not exist; time ran past the last step; running work is never ended.

        Receive the actions, and end running work by an action or with the handle of `send`. Or check less with \
        `checking: .partial`.
        """
      ]
    )
  }

  @Test func `loads are reported with their key paths, those of keys, too`() {
    let failures = failures {
      marbles { m in
        let never = m.cold("")
        let store = m.testStore(Library.State()) { Library { try await never() } }
        store.send(.books(.load("sea"))) { $0.books.perform(.load("sea")) }
        m.advance(by: .milliseconds(10))
        store.send(.review(7, .load)) { $0.reviews[7].perform(.load) }
      }
    }
    #expect(
      failures.map { $0.text.split(separator: "\n")[1...2] } == [
        [
          #"  a load at \State.books, started by .books(.load("sea")) at 0ms, still running"#,
          #"  a load at 7 in \State.reviews, started by .review(7, .load(NoRequest())) at 10ms, still running"#,
        ]
      ]
    )
  }

  @Test func `an effect started by the code under test has no step`() {
    let failures = failures {
      marbles { m in
        let never = m.cold("")
        let store = m.testStore(Counter.State()) { Counter() }
        store.store.run(Fetch { try await never() })
        store.receive(.add(1)) { $0.count = 1 }
      }
    }
    #expect(
      failures.map { $0.text.split(separator: "\n")[1] } == [
        "  an effect, started at 0ms, still running"
      ]
    )
  }

  @Test func `an effect that starts after a step that runs an action was not started by it`() {
    let failures = failures {
      marbles { m in
        let never = m.cold("")
        let store = m.testStore(Counter.State()) { Counter() }
        store.run(Fetch { "A" })
        store.skipReceived()
        store.store.run(Fetch { try await never() })
        store.skipReceived()
      }
    }
    #expect(
      failures.map { $0.text.split(separator: "\n")[1] } == [
        "  an effect, started at 0ms, still running"
      ]
    )
  }

  @Test
  func `an effect run by a step is reported with the name of the step, even if it sends nothing`() {
    let failures = failures {
      marbles { m in
        let never = m.cold("")
        let store = m.testStore(Counter.State()) { Counter() }
        store.run(Wait { _ = try await never() })
      }
    }
    #expect(
      failures.map { $0.text.split(separator: "\n")[1] } == [
        "  an effect, started by run(Wait) at 0ms, still running"
      ]
    )
  }

  @Test func `work started by the end of the run is no leftover`() {
    marbles { m in
      let words = m.hot("--a")
      let store = m.testStore(Counter.State()) { Counter() }
      let plain = store.store
      m.expect(words.handleEvents(receiveCancel: { plain.send(.touch) }), "--a")
      store.send(.touch)
    }
  }

  @Test func `an ended effect is no leftover, nor is a cancelled one`() {
    marbles { m in
      let never = m.cold(""), empty = m.cold("--|")
      let store = m.testStore(Counter.State()) {
        Counter(onBegin: .merge(.see(empty), .see(never).cancellable(id: "work")))
      }
      store.send(.begin)
      m.advance(by: .milliseconds(50))
      store.send(.stop)
    }
  }

  @Test func `a list of leftovers is shortened`() {
    let failures = failures {
      marbles { m in
        let store = m.testStore(Counter.State()) { Counter() }
        for number in 1...20 { store.store.send(.add(number)) }
      }
    }
    let lines = failures.first?.text.split(separator: "\n")
    #expect(lines?[8...9] == ["  .add(8), received at 0ms, not checked", "  … and 12 more"])
  }

  @Test func `an unused store leaves nothing`() {
    marbles { m in _ = m.testStore(Counter.State()) { Counter() } }
  }
}

/// Sends nothing.
private struct Wait: AsyncAction {
  let work: @Sendable () async throws -> Void

  func run(in store: ActionContext<Counter.State, Counter.Action>) async throws {
    try await work()
  }
}

extension Effect<Counter.Action> {
  /// Receives the values of a publisher.
  static func see(_ words: MarbleCold<String, Never>) -> Self {
    .publisher { words.map(Counter.Action.see) }
  }
}
