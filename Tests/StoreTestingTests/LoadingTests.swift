import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

@Suite struct `Loads in steps` {
  @Test func `a library is loaded`() {
    marbles { m in
      let answer = m.cold("--A|")
      let store = m.testStore(Library.State()) { Library { try await answer() } }
      store.send(.books(.load("sea"))) { $0.books.perform(.load("sea")) }
      m.advance(by: .milliseconds(20))
      store.receive(.books(.finished(.success("A")))) { $0.books = LoadableState("A", of: "sea") }
    }
  }

  @Test func `a load that fails is received by its error`() {
    marbles { m in
      let answer = m.cold("--#", failure: Offline())
      let store = m.testStore(Library.State()) { Library { try await answer() } }
      store.send(.books(.load("sea"))) { $0.books.perform(.load("sea")) }
      m.advance(by: .milliseconds(20))
      var failed: Loadable<String, LoadError>?
      store.receive(.books(.finished(.failure(Offline())))) {
        $0 = store.state
        failed = $0.books.loadable
      }
      #expect(failed?.error == LoadError(Offline()))
    }
  }

  @Test func `a load whose work throws a cancellation is received as cancelled`() {
    marbles { m in
      let store = m.testStore(Library.State()) { Library { throw CancellationError() } }
      store.send(.books(.load("sea"))) { $0.books.perform(.load("sea")) }
      store.receive(.books(.finished(.cancelled))) { $0.books = LoadableState() }
    }
  }

  @Test func `a load of a key is received with its key`() {
    marbles { m in
      let answer = m.cold("--A|")
      let store = m.testStore(Library.State()) { Library { try await answer() } }
      store.send(.review(7, .load)) { $0.reviews[7].perform(.load) }
      m.advance(by: .milliseconds(20))
      store.receive(.review(7, .finished(.success("A")))) {
        $0.reviews[7] = LoadableState("A", of: NoRequest())
      }
    }
  }

  @Test func `the steps of a load are received, each at its time`() {
    marbles { m in
      let answer = m.cold("--#", failure: Offline(), then: ["-A|"])
      let retry = RetryPolicy.constant(.milliseconds(50), limit: 1)
      let policy = LoadPolicy(retry: retry, clock: m.clock)
      let store = m.testStore(Library.State(), checking: .partial) {
        Library(policy: policy) { try await answer() }
      }
      store.send(.books(.load("sea")))
      m.advance(by: .seconds(1))
      let failed = LoadEvent<String>.attemptFailed(Offline())
      store.receive(.books(.progressed(failed)), at: .milliseconds(20))
      store.receive(.books(.progressed(.attemptStarted)), at: .milliseconds(70))
      store.receive(.books(.finished(.success("A"))), at: .milliseconds(80))
    }
  }

  @Test func `a result created by the test belongs to no load (S12)`() {
    marbles { m in
      let answer = m.cold("--A|")
      let store = m.testStore(Library.State()) { Library { try await answer() } }
      store.send(.books(.load("sea"))) { $0.books.perform(.load("sea")) }
      store.send(.books(.finished(.success("B"))))
      store.send(.books(.finished(.cancelled)))
      store.send(.books(.progressed(.partial("B"))))
      m.advance(by: .milliseconds(20))
      store.receive(.books(.finished(.success("A")))) { $0.books = LoadableState("A", of: "sea") }
    }
  }

  @Test func `results and steps are equal when they report the same`() {
    typealias Answer = LoadResult<String>
    let answers: [Answer] = [.success("A"), .success("B"), .failure(Offline()), .cancelled]
    for (left, first) in answers.enumerated() {
      for (right, second) in answers.enumerated() { #expect((first == second) == (left == right)) }
    }
    #expect(Answer.failure(Offline()) == .failure(LoadError(Offline())))
    let steps: [LoadEvent<String>] = [
      .partial("A"), .partial("B"), .progress(0.5), .progress(0.7), .attemptFailed(Offline()),
      .attemptStarted,
    ]
    for (left, first) in steps.enumerated() {
      for (right, second) in steps.enumerated() { #expect((first == second) == (left == right)) }
    }
  }

  @Test func `a different result is reported with its differences`() {
    let failures = failures {
      marbles { m in
        let answer = m.cold("--A|")
        let store = m.testStore(Library.State()) { Library { try await answer() } }
        store.send(.books(.load("sea"))) { $0.books.perform(.load("sea")) }
        m.advance(by: .milliseconds(20))
        store.receive(.books(.finished(.cancelled)))
      }
    }
    #expect(
      failures.map(\.happened) == [
        """
        receive(.books(.finished(.cancelled))): the first unchecked action is different: \
        .books(.finished(.success("A"))), received at 20ms
          Library.Action.books(
        -   .finished(.cancelled)
        +   .finished(
        +     .success("A")
        +   )
          )
        """
      ]
    )
  }

  @Test func `a different load is reported with its differences`() {
    let failures = failures {
      marbles { m in
        let answer = m.cold("--A|")
        let store = m.testStore(Library.State()) { Library { try await answer() } }
        store.send(.books(.load("sea")))
        m.advance(by: .milliseconds(20))
        store.receive(case: .books) { $0.books = LoadableState("B", of: "sea") }
      }
    }
    #expect(
      failures.map(\.happened) == [
        """
        send(.books(.load("sea"))) at 0ms: the state differs (- expected, + actual):
          Library.State(
            books: LoadableState(
        -     request: nil,
        +     request: "sea",
        -     state: .notRequested
        +     state: .loading()
            ),
            reviews: [:]
          )
        """,
        """
        receive(case:) at 20ms: the state differs (- expected, + actual):
          Library.State(
            books: LoadableState(
              request: "sea",
        -     state: .loaded("B")
        +     state: .loaded("A")
            ),
            reviews: [:]
          )
        """,
      ]
    )
  }
}

@Suite struct `The articles of the test store` {
  @Test func `a search is tested step by step`() {
    marbles { m in
      let store = m.testStore(Search.State()) { Search(answer: m.cold("--A|")) }
      store.send(.typed("sea")) { $0.text = "sea" }
      m.advance(by: .milliseconds(20))
      store.receive(.found("A"), at: .milliseconds(20)) { $0.result = "A" }
    }
  }

  @Test func `their Swift code is that of the tests`() throws {
    let article = try ArticleCode("TestingAStoreStepByStep", of: "StoreTesting")
    #expect(try article.lines(missingIn: #filePath) == [])
    let page = try ArticleCode("StoreTesting", of: "StoreTesting", in: "")
    #expect(try page.lines(missingIn: #filePath) == [])
  }
}
