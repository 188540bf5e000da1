import CombineShim
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Work of effects, with their ids and handles.
@Suite struct `Effects (S4 to S8)` {
  @Test func `work sends its results as actions`() {
    marbles { m in
      let answer = m.cold("--x-y|")
      let effect = Effect<Counter.Action>.run { send in
        for await value in answer.elements { send(.see(value)) }
      }
      let store = m.keep(Store(Counter.State()) { Counter(onBegin: effect) })
      m.hot("-b") { store.send(.begin) }
      m.expect(store.seenLast, "---x-y")
      m.expectSubscriptions(answer, ["-^----!"])
    }
  }

  @Test func `a publisher and a sequence are effects`() {
    marbles { m in
      let events = m.hot("----p--q")
      let answer = m.cold("--s|")
      let effect = Effect.merge(
        .publisher { events.map { Counter.Action.see($0) } },
        .sequence { answer.elements.map { Counter.Action.see($0) } }
      )
      let store = m.keep(Store(Counter.State()) { Counter(onBegin: effect) })
      m.hot("-b") { store.send(.begin) }
      m.expect(store.seenLast, "---sp--q")
    }
  }

  @Test func `a publisher's failure is reported, and its completion ends the effect`() {
    marbles { m in
      let stream = m.cold("-a-#", ["a": Counter.Action.see("a")], failure: Broken())
      let store = m.keep(Store(Counter.State()) { Counter(onBegin: .publisher { stream }) })
      let done = PublishRelay<String>()
      m.hot("-b") {
        m.keep(
          Task.startedImmediately {
            await store.send(.begin).finish()
            done.accept("d")
          }
        )
      }
      m.expect(store.seenLast, "--a")
      m.expect(store.failures.map { $0 is Broken ? "b" : "?" }, "----b")
      m.expect(done, "----d")
    }
  }

  @Test func `an empty effect that replaces cancels the effects with its id`() {
    marbles { m in
      let ticks = m.cold("--x-y-z|")
      let store = m.keep(
        Store("") {
          Reduce<String, String> { seen, action in
            switch action {
            case "start": return .publisher { ticks }.cancellable(id: "ticks")
            case "stop": return .none.cancellable(id: "ticks", overlap: .replace)
            default:
              seen += action
              return .none
            }
          }
        }
      )
      m.hot("-a---o", ["a": "start", "o": "stop"]) { store.send($0) }
      m.expectSubscriptions(ticks, ["-^---!"])
      m.expect(store.states, "ee-x-x", ["e": "", "x": "x"])
    }
  }

  @Test func `a queued action is dropped when one with its id replaces it`() {
    marbles { m in
      let clock = m.clock
      let store = m.keep(
        Store(Counter.State()) {
          Reduce<Counter.State, Counter.Action> { state, action in
            guard case .add(let number) = action else { return .none }
            return .send(.see("\(number)"), after: .milliseconds(30), on: clock)
              .cancellable(id: "typing", overlap: .replace)
          }
          Counter()
        }
      )
      m.hot("-1-2------3") { Int($0).map { _ = store.send(.add($0)) } }
      m.expect(store.seenLast, "------2------3")
    }
  }

  @Test(.needs(.sleep)) func `a delayed action on a real clock is reported with its call`() {
    let failures = failures {
      marbles { m in
        m.expectCleanRun()
        let effect = Effect<Counter.Action>.send(.see("x"), after: .milliseconds(30))
        let store = m.keep(Store(Counter.State()) { Counter(onBegin: effect) })
        store.send(.begin)
      }
    }
    let text = failures.first?.text ?? ""
    #expect(text.contains("an Effect.send(_:after:) slept for 30ms at 0ms"), "\(text)")
    #expect(text.contains("here with `send(_:after:on: m.clock)`"), "\(text)")
  }

  @Test func `an effect cancelled by its id sends nothing`() {
    marbles { m in
      let answer = m.cold("--x-y-z|")
      let effect = Effect<Counter.Action>.run { send in
        for await value in answer.elements { send(.see(value)) }
      }
      .cancellable(id: "work")
      let store = m.keep(Store(Counter.State()) { Counter(onBegin: effect) })
      m.hot("-b--s", ["b": .begin, "s": .stop]) { store.send($0) }
      m.expect(store.seenLast, "---x")
      m.expectSubscriptions(answer, ["-^--!"])
    }
  }

  @Test func `a queued action is dropped when its effect is cancelled`() {
    let box = Log<Send<Counter.Action>>()
    let effect = Effect<Counter.Action>.run { send in
      box.note(send)
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    .cancellable(id: "work")
    let store = Store(Counter.State()) { Counter(onBegin: effect) }
    store.send(.begin)
    let subscription = store.states.removeDuplicates().sink { [weak store] state in
      guard state.seen == ["now"] else { return }
      // Both wait while this is published: the end first, then the late action.
      store?.send(.stop)
      box.entries.last?(.see("late"))
    }
    store.send(.see("now"))
    #expect(store.state.seen == ["now"])
    subscription.cancel()
  }

  @Test func `an effect replaces the one with its id`() {
    marbles { m in
      let answer = m.cold("---x|")
      let effect = Effect<Counter.Action>.run { send in
        for await value in answer.elements { send(.see(value)) }
      }
      .cancellable(id: "work", overlap: .replace)
      let store = m.keep(Store(Counter.State()) { Counter(onBegin: effect) })
      m.hot("-b-b") { store.send(.begin) }
      m.expectSubscriptions(answer, ["-^-!", "---^---!"])
    }
  }

  @Test func `two instances of a feature never cancel each other`() {
    marbles { m in
      let answer = m.cold("----x|")
      let effect = Effect<Counter.Action>.run { send in
        for await value in answer.elements { send(.see(value)) }
      }
      .cancellable(id: "work", overlap: .replace)
      let store = m.keep(Store(Pair.State()) { Pair(onBegin: effect) })
      let actions: [String: Pair.Action] = [
        "l": .left(.begin), "r": .right(.begin), "s": .left(.stop),
      ]
      m.hot("-lrs", actions) { store.send($0) }
      m.expectSubscriptions(answer, ["-^-!", "--^----!"])
    }
  }

  @Test func `removing a feature cancels its effects`() {
    marbles { m in
      let answer = m.cold("------x|")
      let effect = Effect<Counter.Action>.run { send in
        for await value in answer.elements { send(.see(value)) }
      }
      let store = m.keep(Store(Pair.State(guest: Counter.State())) { Pair(onBegin: effect) })
      m.hot("-gd", ["g": .guest(.begin), "d": .dismiss]) { store.send($0) }
      m.expectSubscriptions(answer, ["-^!"])
    }
  }

  @Test func `effects end with their store`() {
    marbles { m in
      let answer = m.cold("------x|")
      let effect = Effect<Counter.Action>.run { send in
        for await value in answer.elements { send(.see(value)) }
      }
      let owner = Owned(Store(Counter.State()) { Counter(onBegin: effect) })
      m.hot("-b") { owner.object?.send(.begin) }
      m.at(.milliseconds(30)) { owner.object = nil }
      m.expectSubscriptions(answer, ["-^-!"])
    }
  }

  @Test func `an error of an effect is reported unchanged, and the store continues`() {
    marbles { m in
      let answer = m.cold("--#", failure: Broken())
      let effect = Effect<Counter.Action>.run { send in send(.see(try await answer())) }
      let store = m.keep(Store(Counter.State()) { Counter(onBegin: effect) })
      m.hot("-b") { store.send(.begin) }
      m.expect(store.failures.map { $0 is Broken }, "---t", ["t": true])
    }
  }

  @Test func `an effect that throws a cancellation ends without a report`() {
    marbles { m in
      let effect = Effect<Counter.Action>.run { _ in throw CancellationError() }
      let store = m.keep(Store(Counter.State()) { Counter(onBegin: effect) })
      m.hot("-b") { store.send(.begin) }
      m.expect(store.failures.map { "\($0)" }, "-")
    }
  }

  // MARK: Waiting

  @Test func `the handle of a send completes with its effects and those of the actions they send`()
  {
    marbles { m in
      let answer = m.cold("--x|")
      let store = m.keep(
        Store(Counter.State()) {
          Reduce<Counter.State, Counter.Action> { _, action in
            switch action {
            case .begin: .run { send in for await _ in answer.elements { send(.see("more")) } }
            case .see: .run { send in for await _ in answer.elements { send(.add(1)) } }
            case .add, .stop: .none
            }
          }
        }
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
      m.expect(done, "------d")
    }
  }

  @Test func `cancelling the handle of a send cancels its effects only`() {
    marbles { m in
      let answer = m.cold("----x|")
      let effect = Effect<Counter.Action>.run { send in
        for await value in answer.elements { send(.see(value)) }
      }
      let store = m.keep(Store(Counter.State()) { Counter(onBegin: effect) })
      let tasks = Log<StoreTask>()
      m.hot("-bb") { tasks.note(store.send(.begin)) }
      m.at(.milliseconds(30)) { tasks.entries.first?.cancel() }
      m.expectSubscriptions(answer, ["-^-!", "--^----!"])
    }
  }

  @Test func `the handle of a send without effects completes immediately`() async {
    let store = Store(Counter.State()) { Counter() }
    await store.send(.add(1)).finish()
    #expect(store.state.count == 1)
  }
}

extension Store<Counter.State, Counter.Action> {
  /// The last words that the counter has received.
  var seenLast: some Publisher<String, Never> {
    states.compactMap(\.seen.last).removeDuplicates()
  }
}

struct Broken: Error, Hashable {}
