import Dispatch
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Threads: stores under real threads (S1, S4, S8, S9, S11)` {
  @Test func `a hundred thousand sends from eight threads lose nothing and keep one order`() async {
    let store = Store(Counter.State()) {
      Reduce<Counter.State, Counter.Action> { state, action in
        if case .add(let number) = action { state.count += number }
        return .none
      }
    }
    let counts = Log<Int>()
    let subscription = store.states.sink { counts.note($0.count) }
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<12_500 { store.send(.add(1)) }
    }
    await store.send(.stop).finish()
    #expect(store.state.count == 100_000)
    let isInOrder = counts.entries == Array(0...100_000) + [100_000]
    #expect(isInOrder)
    subscription.cancel()
  }

  @Test func `the sends of one thread are reduced in their order`() async {
    let store = Store(Counter.State()) { Counter() }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<200 { store.send(.see("\(thread) \(number)")) }
    }
    await store.send(.stop).finish()
    for thread in 0..<4 {
      let own = store.state.seen.filter { $0.hasPrefix("\(thread) ") }
      #expect(own == (0..<200).map { "\(thread) \($0)" })
    }
  }

  @Test func `the actions of many parts on many threads have one order`() async {
    let store = Store(Pair.State()) { Pair() }
    let left = store.scope(state: \.left, action: .left)
    let totals = Log<Int>()
    let subscription = store.states.sink { totals.note($0.left.count) }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<500 { left.send(.add(1)) }
    }
    await store.send(.dismiss).finish()
    #expect(totals.entries == Array(0...2_000) + [2_000])
    #expect(left.states.value.count == 2_000)
    subscription.cancel()
  }

  @Test func `parts created and released during sends see the last state`() async {
    let store = Store(Pair.State()) { Pair() }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for _ in 0..<250 {
        let part = store.scope(state: \.left, action: .left)
        let subscription = part.states.sink { _ in }
        part.send(.add(1))
        subscription.cancel()
      }
    }
    let part = store.scope(state: \.left, action: .left)
    await store.send(.dismiss).finish()
    #expect(store.state.left.count == 1_000)
    #expect(part.states.value.count == 1_000)
  }

  @Test func `loads that many threads request and cancel all end`() async {
    let store = Store(Library.State()) {
      Library { genre, _ in
        try await hop()
        return Books.State(titles: genre)
      }
    }
    let tasks = Log<StoreTask>()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<100 {
        let action: Library.Action =
          switch (thread + number) % 5 {
          case 0: .books(.load("a"))
          case 1: .open("b")
          case 2: .books(.refresh)
          case 3: .books(.cancel)
          default: .burn
          }
        tasks.note(store.send(action))
        if number % 7 == 0 { tasks.entries.randomElement()?.cancel() }
      }
    }
    for task in tasks.entries { await task.finish() }
    #expect(!store.state.books.isLoading)
    await store.send(.books(.load("z"))).finish()
    #expect(store.state.books.value?.titles == "z")
  }

  @Test func `an awaited effect no longer runs`() async {
    let (store, runs) = (Store(Counter.State()) { Counter() }, Log<Int>())
    for _ in 1...5_000 {
      await store.run(Hop(runs: runs), id: "hop", overlap: .ignore).finish()
    }
    #expect(runs.entries.count == 5_000)
  }

  @Test
  func `a send returns during endless actions, and the release of the store ends them`() async {
    let counts = Log<Int>()
    do {
      let store = Store(Counter.State()) {
        Counter()
        Reduce<Counter.State, Counter.Action> { state, action in
          if state.count.isMultiple(of: 5_000) { counts.note(state.count) }
          return .send(action)
        }
      }
      store.send(.add(1))
      while counts.entries.count < 3 { try? await hop() }
    }
    let last = counts.entries.count
    for _ in 0..<10 { try? await hop() }
    #expect(counts.entries.count <= last + 1)
  }

  @Test func `a store released while its effects send ends them all`() async {
    for _ in 0..<50 {
      let ended = Log<Void>()
      let effect = Effect<Counter.Action>.run { send in
        defer { ended.note(()) }
        while true {
          try await hop()
          send(.add(1))
        }
      }
      var store: Store<Counter.State, Counter.Action>? = Store(Counter.State()) {
        Counter(onBegin: .merge(effect, effect))
      }
      let task = store?.send(.begin)
      try? await hop()
      store = nil
      await task?.finish()
      while ended.entries.count < 2 { try? await hop() }
    }
  }
}

/// Work on another thread.
private struct Hop: AsyncAction {
  let runs: Log<Int>

  func run(in store: ActionContext<Counter.State, Counter.Action>) async throws {
    await Task { [runs] in runs.note(1) }.value
  }
}

/// Continues on another thread.
private func hop() async throws {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume() }
  }
  try Task.checkCancellation()
}
