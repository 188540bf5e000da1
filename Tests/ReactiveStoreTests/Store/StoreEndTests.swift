import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `The end of a store (S4)` {
  @Test func `an observer receives the completion when the store is released`() {
    let owner = Owned(Store(Counter.State()) { Counter() })
    let (states, failures) = (owner.object?.states, owner.object?.failures)
    let ends = Log<String>()
    let subscriptions = [
      states?.sink(receiveCompletion: { _ in ends.note("states") }, receiveValue: { _ in }),
      failures?.sink(receiveCompletion: { _ in ends.note("failures") }, receiveValue: { _ in }),
    ]
    owner.object = nil
    #expect(ends.entries == ["states", "failures"])
    withExtendedLifetime((subscriptions, states, failures)) {}
  }

  @Test func `queued actions are dropped, and their handles complete`() {
    marbles { m in
      let (sends, reduced, tasks) = (Log<Send<Counter.Action>>(), Log<Int>(), Log<StoreTask>())
      let gate = Gate()
      let effect = Effect<Counter.Action>.run { send in
        sends.note(send)
        await gate.wait()
      }
      let owner = Owned(
        Store(Counter.State()) {
          Reduce<Counter.State, Counter.Action> { _, action in
            if case .add(let number) = action { reduced.note(number) }
            return .none
          }
          Counter(onBegin: effect)
        }
      )
      owner.object?.send(.begin)
      m.keep(
        owner.object?.states.dropFirst().sink { state in
          guard state.count == 1 else { return }
          if let task = owner.object?.send(.add(2)) { tasks.note(task) }
          owner.object = nil
        }
      )
      let done = PublishRelay<String>()
      m.hot("-s") {
        for send in sends.entries { send(.add(1)) }
        m.keep(
          Task.startedImmediately {
            for task in tasks.entries { await task.finish() }
            done.accept("d")
          }
        )
      }
      m.expect(done, "-d")
      m.at(.milliseconds(30)) {
        #expect(tasks.entries.count == 1)
        #expect(reduced.entries == [1])
        gate.open()
      }
    }
  }

  @Test func `handles that wait for a load complete`() {
    marbles { m in
      let runningLoads = RunningLoads()
      let owner = Owned(Store(Library.State()) { Library(runningLoads) })
      let done = PublishRelay<String>()
      m.hot("-l") {
        guard let task = owner.object?.send(.open("sea")) else { return }
        m.keep(
          Task.startedImmediately {
            await task.finish()
            done.accept("d")
          }
        )
      }
      m.at(.milliseconds(30)) { owner.object = nil }
      m.expect(done, "---d")
      m.at(.milliseconds(50)) {
        #expect(runningLoads.counts == [:])
        runningLoads.release()
      }
    }
  }

  @Test(arguments: ["work", "load"])
  func `a store released while it publishes a state starts no work for its handles`(
    _ kind: String
  ) {
    marbles { m in
      let runningLoads = RunningLoads()
      let (sends, tasks) = (Log<Send<Library.Action>>(), Log<StoreTask>())
      let owner = Owned(
        Store(Library.State()) {
          Reduce<Library.State, Library.Action> { _, action in
            switch action {
            case .burn:
              .run { send in
                sends.note(send)
                await runningLoads.load(0)
              }
            case .open: kind == "work" ? .run { _ in await runningLoads.load(2) } : .none
            case .books, .move: .none
            }
          }
          Reduce<Library.State, Library.Action> { state, action in
            if kind == "load", case .open = action { state.books.perform(.load("sea")) }
            if case .open = action { state.shelf = "open" }
            return .none
          }
          EmptyReducer<Library.State, Library.Action>()
            .loadable(state: \.books, action: .books) {
              Books()
            } load: { _, _ in
              await runningLoads.load(1)
              return Books.State(titles: "A")
            }
        }
      )
      owner.object?.send(.burn)
      m.keep(
        owner.object?.states.dropFirst().sink { state in
          if state.shelf == "open" { owner.object = nil }
        }
      )
      let done = PublishRelay<String>()
      m.hot("-s") {
        for send in sends.entries { tasks.note(send(.open("sea"))) }
        m.keep(
          Task.startedImmediately {
            for task in tasks.entries { await task.finish() }
            done.accept("d")
          }
        )
      }
      m.expect(done, "-d")
      m.at(.milliseconds(30)) {
        #expect(tasks.entries.count == 1)
        #expect(runningLoads.counts == [:])
        runningLoads.release()
      }
    }
  }
}

extension Library {
  /// A library whose books never load.
  fileprivate init(_ runningLoads: RunningLoads) {
    self.init { _, _ in
      await runningLoads.load(1)
      return Books.State(titles: "A")
    }
  }
}
