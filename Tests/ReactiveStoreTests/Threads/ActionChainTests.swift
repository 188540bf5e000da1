import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveStore

@Suite struct `Threads: chains of actions (S8)` {
  @Test(arguments: [true, false])
  func `an endless chain retains only its known actions`(isFirstKnown: Bool) async {
    var first: StoreWork? = StoreWork()
    let chain = Chain(after: first)
    if !isFirstKnown { first = nil }
    chain.grow(by: 1_000)
    #expect(chain.aliveCount <= 3)
    chain.end()
    await first?.finish()
    #expect(chain.aliveCount == 0)
  }

  @Test func `a handle in the middle of a chain waits for the rest of it`() async {
    let chain = Chain(after: StoreWork())
    chain.grow(by: 100)
    let middle = chain.last
    chain.grow(by: 100)
    let (rest, isOver) = (Gate(), Log<Bool>())
    let waiting = Task.startedImmediately {
      await middle?.finish()
      isOver.note(true)
      rest.open()
    }
    #expect(isOver.entries == [])
    chain.end()
    await rest.wait()
    await waiting.value
  }

  @Test
  func `a chain that is cancelled while it grows ends, at any time`() async {
    for round in 0..<300 {
      let store = countingWithoutEnd()
      let task = store.send(0)
      for await state in store.states.elements where state >= round % 30 {
        task.cancel()
        break
      }
      await task.finish()
      let end = store.state
      await Task { _ = end }.value
      #expect(store.state == end)
    }
  }

  @Test
  func `a chain that is cancelled before a link starts its effect ends at that link`() async {
    let store = countingWithoutEnd()
    let tasks = Log<StoreTask>()
    let subscription = store.states.sink { if $0 == 20 { tasks.entries.first?.cancel() } }
    tasks.note(store.send(0))
    await tasks.entries.first?.finish()
    #expect(store.state == 20)
    subscription.cancel()
  }

  private func countingWithoutEnd() -> Store<Int, Int> {
    Store(0) {
      Reduce<Int, Int> { state, number in
        state = number
        return .run { send in
          await Task { _ = number }.value
          send(number + 1)
        }
      }
    }
  }
}

/// A chain of works, each of which ends when the next one starts.
private final class Chain {
  private(set) var last: StoreWork?
  private var links: [WeakWork] = []

  init(after first: StoreWork?) { last = first }

  var aliveCount: Int { links.count { $0.work != nil } }

  func grow(by count: Int) {
    for _ in 0..<count {
      let next = StoreWork(of: last)
      last?.actionIsReduced()
      last = next
      links.append(WeakWork(work: next))
    }
  }

  func end() {
    last?.actionIsReduced()
    last = nil
  }
}

private struct WeakWork {
  weak var work: StoreWork?
}
