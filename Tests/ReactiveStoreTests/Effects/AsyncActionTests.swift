import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Adds its argument and a response to the state.
private struct Fetch: AsyncAction {
  let answer: @Sendable () async throws -> String

  func run(in store: ActionContext<Counter.State, Counter.Action>) async throws {
    let text = try await answer()
    store.send(.see("\(store.state.seen.last ?? "")\(text)"))
  }
}

@Suite struct `Async actions (S4 to S8)` {
  @Test func `it sends actions and reads the current state`() {
    marbles { m in
      let answer = m.cold("--x|")
      let store = m.keep(Store(Counter.State()) { Counter() })
      m.hot("-r") { store.run(Fetch { try await answer() }) }
      m.hot("--s") { store.send(.see("y")) }
      m.expect(store.seenLast, "--yz", ["y": "y", "z": "yx"])
    }
  }

  @Test func `with ignoring, a running action is not started again`() {
    marbles { m in
      let answer = m.cold("---x|")
      let store = m.keep(Store(Counter.State()) { Counter() })
      m.hot("-r-r--r") {
        store.run(Fetch { try await answer() }, id: "fetch", overlap: .ignore)
      }
      m.expectSubscriptions(answer, ["-^--!", "------^--!"])
    }
  }

  @Test func `with replacing, it cancels the one before`() {
    marbles { m in
      let answer = m.cold("---x|")
      let store = m.keep(Store(Counter.State()) { Counter() })
      m.hot("-r-r") {
        store.run(Fetch { try await answer() }, id: "fetch", overlap: .replace)
      }
      m.expectSubscriptions(answer, ["-^-!", "---^--!"])
    }
  }

  @Test func `an error is published unchanged, and a cancelled action publishes none`() {
    marbles { m in
      let answer = m.cold("--#", failure: Broken())
      let store = m.keep(Store(Counter.State()) { Counter() })
      m.hot("-r") { store.run(Fetch { try await answer() }) }
      m.hot("-----r") { store.run(Fetch { try await answer() }, id: "work") }
      m.hot("------c") { store.send(.stop) }
      m.expect(store.failures.map { $0 is Broken }, "---t", ["t": true])
    }
  }

  @Test func `its handle waits for it and cancels it`() {
    marbles { m in
      let answer = m.cold("----x|")
      let store = m.keep(Store(Counter.State()) { Counter() })
      let tasks = Log<StoreTask>()
      m.hot("-r") { tasks.note(store.run(Fetch { try await answer() })) }
      m.at(.milliseconds(30)) { tasks.entries.first?.cancel() }
      m.expectSubscriptions(answer, ["-^-!"])
    }
  }

  @Test func `its handle completes when it ends, also if it runs in a scoped store`() {
    marbles { m in
      let answer = m.cold("--x|")
      let store = m.keep(Store(Counter.State()) { Counter() })
      let part = m.keep(store.scope(state: \.self, action: .itself))
      let done = PublishRelay<String>()
      for (diagram, runner, name) in [("-r", store, "a"), ("--r", part, "b")] {
        m.hot(diagram) {
          m.keep(
            Task.startedImmediately {
              await runner.run(Fetch { try await answer() }).finish()
              done.accept(name)
            }
          )
        }
      }
      m.expect(done, "---ab")
    }
  }

  @Test func `it ends with its store, which it does not retain`() {
    marbles { m in
      let answer = m.cold("----x|")
      let owner = Owned(Store(Counter.State()) { Counter() })
      m.hot("-r") { owner.object?.run(Fetch { try await answer() }) }
      m.at(.milliseconds(30)) { owner.object = nil }
      m.expectSubscriptions(answer, ["-^-!"])
    }
  }
}
