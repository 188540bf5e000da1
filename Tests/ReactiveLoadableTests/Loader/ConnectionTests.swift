import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Connections of streams to a loader that outlives them.
///
/// A character is 10 ms, and a load takes 10 ms.
@Suite struct `Connections end before their loader` {
  private static let states = MarbleStates<String, LoadError>.states(
    loaded: ["A": "A", "B": "B", "C": "C"]
  )

  private func loader(_ m: Marbles) -> RequestLoader<String, String> {
    let answers = m.responses(to: ["a": "-A|", "b": "-B|", "c": "-C|"])
    return m.keep(Loader { try await answers($0) })
  }

  @Test func `of a publisher of requests`() {
    marbles { m in
      let loader = loader(m)
      let connection = loader.load(on: m.hot("-a---b"))
      m.hot("---x") { _ in connection.cancel() }
      m.expect(loader.states, "nlA", Self.states)
    }
  }

  @Test func `of an async sequence of intents, whose task is cancelled`() {
    marbles { m in
      let loader = loader(m)
      let input = m.hot("-a---b")
      let connection = loader.perform(on: input.elements.map { .load($0) })
      m.hot("---x") { _ in connection.cancel() }
      m.expect(loader.states, "nlA", Self.states)
      m.expectSubscriptions(input, ["^--!"])
    }
  }

  @Test func `of a search: a text that waits is not loaded, and another search continues`() {
    marbles { m in
      let loader = loader(m)
      let first = loader.search(on: m.hot("-a---b"), debounce: .milliseconds(20), clock: m.clock)
      loader.search(on: m.hot("---------c"), debounce: .milliseconds(20), clock: m.clock)
      m.hot("------x") { _ in first.cancel() }
      m.expect(loader.states, "n--lA------LC", Self.states)
    }
  }

  @Test func `of a list, and of the loader that another one depends on`() {
    marbles { m in
      let rows = m.rows(["a": m.pages("-1|")])
      let connection = rows.loadIfNeeded(on: m.hot("--a"))
      m.hot("-x") { _ in connection.cancel() }
      m.expect(rows.sketches, "n", rowStates)
    }
    marbles { m in
      let (user, posts) = (m.keep(BehaviorRelay(LoadState<String>.notRequested)), loader(m))
      let connection = posts.loadIfNeeded(for: user) { $0 }
      m.hot("-a---b") { user.accept(.loaded($0)) }
      m.hot("---x") { _ in connection.cancel() }
      m.expect(posts.states, "nlA", Self.states)
    }
  }

  @Test func `a connection that is not held stays, and one that ends twice ends once`() {
    let (loader, requests) = (Loader { (request: Int) in request }, PublishRelay<Int>())
    loader.load(on: requests)
    requests.accept(1)
    #expect(loader.state == .loaded(1))
    let connection = loader.perform(.reset, on: requests)
    connection.cancel()
    connection.cancel()
    requests.accept(2)
    #expect(loader.state == .loaded(2))
  }

  @Test func `it may end inside its own value`() {
    let (loader, requests) = (Loader { (request: Int) in request }, PublishRelay<Int>())
    let held = BehaviorRelay<StreamConnection?>(nil)
    held.accept(
      loader.load(on: requests.handleEvents(receiveOutput: { _ in held.value?.cancel() }))
    )
    requests.accept(1)
    requests.accept(2)
    #expect(loader.state == .notRequested)
  }
}
