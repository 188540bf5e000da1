import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Handles of sent actions (S8)` {
  @Test func `late sends of an ended effect delay no handle`() {
    marbles { m in
      let words = m.cold("---x|")
      let sends = Log<Send<Counter.Action>>()
      let effect = Effect<Counter.Action>.merge(
        .run { sends.note($0) },
        .run { _ in for await _ in words.elements {} }
      )
      let store = m.keep(Store(Counter.State()) { Counter(onBegin: effect) })
      let done = PublishRelay<String>()
      m.hot("-b") {
        m.keep(
          Task.startedImmediately {
            await store.send(.begin).finish()
            done.accept("d")
          }
        )
      }
      m.hot("--s") { for send in sends.entries { send(.see("late")) } }
      m.expect(done, "-----d")
    }
  }

  @Test func `the handle of the first action cancels effects of the last one`() {
    marbles { m in
      let words = m.cold("-----x|")
      let store = m.keep(
        Store(Counter.State()) {
          Reduce<Counter.State, Counter.Action> { _, action in
            switch action {
            case .begin: .run { $0(.add(1)) }
            case .add: .run { send in for await word in words.elements { send(.see(word)) } }
            case .see, .stop: .none
            }
          }
        }
      )
      let tasks = Log<StoreTask>()
      m.hot("-b") { tasks.note(store.send(.begin)) }
      m.at(.milliseconds(30)) { tasks.entries.first?.cancel() }
      m.expectSubscriptions(words, ["-^-!"])
    }
  }

  @Test func `an effect cancelled during its start does not run`() {
    let (runningLoads, tasks) = (RunningLoads(), Log<StoreTask>())
    let effect = Effect<Counter.Action>.run { _ in
      for task in tasks.entries { task.cancel() }
      await runningLoads.load(1)
    }
    let store = Store(Counter.State()) { Counter(onBegin: effect) }
    let subscription = store.states.removeDuplicates().sink { [weak store] state in
      if state.count == 1, let store { tasks.note(store.send(.begin)) }
    }
    store.send(.add(1))
    #expect(tasks.entries.count == 1)
    #expect(runningLoads.counts == [:])
    subscription.cancel()
    runningLoads.release()
  }

  @Test func `a handle completes when its load is replaced`() {
    marbles { m in
      let answers = ["a": m.cold("-----A|"), "b": m.cold("--B|")]
      let store = m.libraryStore { genre, _ in try await answers[genre]?() ?? "" }
      let done = PublishRelay<String>()
      m.hot("-a-b") { genre in
        m.keep(
          Task.startedImmediately {
            await store.send(.open(genre)).finish()
            done.accept(genre)
          }
        )
      }
      m.expect(done, "---a-b")
    }
  }

  @Test func `an action that changes a loading state without a request does not wait for the load`()
  {
    marbles { m in
      let answer = m.cold("----A|")
      let store = m.keep(
        Store(Library.State()) {
          Library { _, _ in Books.State(titles: try await answer()) }
          Reduce { state, action in
            if case .move = action { state.books.perform(.set(Books.State(titles: "B"))) }
            return .none
          }
        }
      )
      let done = PublishRelay<String>()
      m.hot("-l") { store.send(.open("sea")) }
      m.hot("--m") {
        m.keep(
          Task.startedImmediately {
            await store.send(.move("right")).finish()
            done.accept("m")
          }
        )
      }
      m.expect(done, "--m")
    }
  }

  @Test func `a handle completes after the failure is reported`() async {
    let (events, gate) = (Log<String>(), Gate())
    let effect = Effect<Counter.Action>.run { _ in
      await gate.wait()
      throw Broken()
    }
    let store = Store(Counter.State()) { Counter(onBegin: effect) }
    let subscription = store.failures.sink { _ in events.note("reported") }
    let task = store.send(.begin)
    let waiter = Task(executorPreference: AtOnce()) {
      await task.finish()
      events.note("over")
    }
    gate.open()
    await waiter.value
    #expect(events.entries == ["reported", "over"])
    subscription.cancel()
  }
}

/// Runs a job within the call that resumes it.
private final class AtOnce: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
