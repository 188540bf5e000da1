import CombineShim
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Effects, their ids and their handles.
@Suite struct `Adversarial tests of effects (S3 to S8)` {
  @Test func `an effect that replaces another does not cancel one that shares a second id`() {
    marbles { m in
      let (page, typing) = (m.cold("----x|"), m.cold("-y|"))
      let store = m.keep(
        Store(effects: [
          .begin: .seeing(page).cancellable(id: "screen"),
          .add(1): .seeing(typing)
            .cancellable(id: "typing", overlap: .replace)
            .cancellable(id: "screen"),
        ])
      )
      m.hot("-b-t", ["b": .begin, "t": .add(1)]) { store.send($0) }
      m.expect(store.seenLast, "----yx")
    }
  }

  @Test func `an effect that is ignored for one id is not started for its second id either`() {
    marbles { m in
      let words = m.cold("---x|")
      let store = m.keep(
        Store(effects: [
          .begin: .seeing(words)
            .cancellable(id: "work", overlap: .ignore)
            .cancellable(id: "screen")
        ])
      )
      m.hot("-b-b") { store.send(.begin) }
      m.expectSubscriptions(words, ["-^---!"])
    }
  }

  @Test(arguments: ["work", "screen"])
  func `an effect with two ids is ignored if either of them is running`(id: String) {
    marbles { m in
      let (first, second) = (m.cold("---x|"), m.cold("y|"))
      let store = m.keep(
        Store(effects: [
          .begin: .seeing(first).cancellable(id: id),
          .add(1): .seeing(second)
            .cancellable(id: "work", overlap: .ignore)
            .cancellable(id: "screen", overlap: .ignore),
        ])
      )
      m.hot("-ba---a", ["b": .begin, "a": .add(1)]) { store.send($0) }
      m.expectSubscriptions(second, ["------^!"])
    }
  }

  @Test func `effects of one merge start together, also where running ones would be ignored`() {
    marbles { m in
      let (left, right) = (m.cold("---x|"), m.cold("---y|"))
      let both = Effect.merge(.seeing(left), .seeing(right))
      let store = m.keep(Store(effects: [.begin: both.cancellable(id: "work", overlap: .ignore)]))
      m.hot("-b-b") { store.send(.begin) }
      m.expectSubscriptions(left, ["-^---!"])
      m.expectSubscriptions(right, ["-^---!"])
    }
  }

  @Test func `an action that is a separate effect waits for its turn, and can be cancelled`() {
    let late = Effect<Counter.Action>.send(.see("late")).cancellable(id: "work")
    let store = Store(effects: [.begin: .merge(.send(.stop), late)])
    store.send(.begin)
    #expect(store.state.seen == [])
  }

  @Test(arguments: ["work", "publisher"])
  func `an effect cancelled before its turn does not start`(_ kind: String) {
    let begun = Log<String>()
    let publisher = Effect.publisher {
      begun.note("begun")
      return Just(Counter.Action.add(1))
    }
    let store = Store(effects: [
      .begin: kind == "work" ? .run { _ in begun.note("begun") } : publisher
    ])
    let subscription = store.states.removeDuplicates().sink { [weak store] state in
      if state.count == 1 { store?.send(.begin).cancel() }
    }
    store.send(.add(1))
    #expect(begun.entries == [])
    subscription.cancel()
  }

  @Test(.needsImmediateTasks)
  func `a store released while it publishes a state starts nothing`() {
    let (begun, sends, gate) = (Log<String>(), Log<Send<Counter.Action>>(), Gate())
    let effects: [Counter.Action: Effect<Counter.Action>] = [
      .begin: .run { send in
        sends.note(send)
        await gate.wait()
      },
      .add(1): .run { _ in begun.note("begun") },
    ]
    let owned = Owned(Store(effects: effects))
    owned.object?.send(.begin)
    let subscription = owned.object?.states.dropFirst().sink { _ in owned.object = nil }
    sends.entries.first?(.add(1))
    #expect(owned.object == nil)
    #expect(begun.entries == [])
    subscription?.cancel()
    gate.open()
  }

  @Test func `a handle waits for all actions that middleware sends for its action`() {
    marbles { m in
      let words = m.cold("---x|")
      let two = Middleware<Counter.State, Counter.Action> { action, _, next in
        if action == .begin { next(.stop) }
        next(action)
      }
      let store = m.keep(
        Store(Counter.State(), middleware: [two]) { Counter(onBegin: .seeing(words)) }
      )
      let done = PublishRelay<String>()
      m.hot("-b") {
        m.keep(
          Task.startedImmediately {
            await store.send(.begin).finish()
            done.accept("d")
          }
        )
      }
      m.expect(done, "-----d")
    }
  }

  @Test func `an action that a part runs reads the current part, also without a retained store`() {
    marbles { m in
      let answer = m.cold("--x|")
      let store = m.keep(Store(Pair.State()) { Pair() })
      m.hot("-r") {
        store.scope(state: \.left, action: .left).run(SeeTwice { try await answer() })
      }
      m.hot("--s") { store.send(.left(.see("y"))) }
      m.at(.milliseconds(50)) { #expect(store.state.left.seen == ["y", "yx"]) }
    }
  }

  @Test func `an optional id with a value equals that value`() {
    marbles { m in
      let words = m.cold("--x|")
      let id: String? = "work"
      let store = m.keep(Store(effects: [.begin: .seeing(words).cancellable(id: id)]))
      m.hot("-bs", ["b": .begin, "s": .stop]) { store.send($0) }
      m.expectSubscriptions(words, ["-^!"])
    }
  }

  #if os(macOS) || os(Linux)
  @Test func `a hundred thousand actions, each sent by the one before, complete one handle`()
    async
  {
    await #expect(processExitsWith: .success) {
      let store = Store(0) {
        Reduce<Int, Int> { state, left in
          state += 1
          return left > 0 ? .send(left - 1) : .none
        }
      }
      await store.send(100_000).finish()
      #expect(store.state == 100_001)
    }
  }

  @Test func `the handle of the first action cancels the last of a hundred thousand`()
    async
  {
    await #expect(processExitsWith: .success) {
      let gate = Gate()
      let store = Store(0) {
        Reduce<Int, Int> { state, left in
          state += 1
          return left > 0 ? .send(left - 1) : .run { _ in await gate.wait() }
        }
      }
      let task = store.send(100_000)
      await gate.waiterArrived()
      task.cancel()
      await task.finish()
      gate.open()
    }
  }
  #endif
}

/// Sends its result twice, after the current state.
private struct SeeTwice: AsyncAction {
  let answer: @Sendable () async throws -> String

  func run(in store: ActionContext<Counter.State, Counter.Action>) async throws {
    let text = try await answer()
    store.send(.see("\(store.state.seen.last ?? "")\(text)"))
  }
}
