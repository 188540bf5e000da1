import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@testable import Demo

@Suite struct `Genres by an async action, in time` {
  @Test func `it does not start again while it runs, nor after its success`() {
    marbles { m in
      let answer = m.cold("---g|", ["g": Genre.all])
      let source = MovieSource.stub(genres: { try await answer() })
      let store = m.movieApp(source)
      m.hot("-ff---f") { store.fetchGenres(from: source) }
      m.expect(store.states.map(\.genres.count).removeDuplicates(), "0---6", ["0": 0, "6": 6])
      m.expectSubscriptions(answer, ["-^--!"])
    }
  }

  @Test func `an error is reported unchanged, and the next one may try again`() {
    marbles { m in
      let answer = m.cold("-#", ["g": Genre.all], failure: APIError.status(503), then: ["-g|"])
      let source = MovieSource.stub(genres: { try await answer() })
      let store = m.movieApp(source)
      m.hot("-f--f") { store.fetchGenres(from: source) }
      let failures = store.failures.compactMap { $0 as? APIError }
      m.expect(failures, "--e", ["e": .status(503)])
      m.expect(store.states.map(\.genres.count).removeDuplicates(), "0----6", ["0": 0, "6": 6])
    }
  }

  @Test func `a cancelled action publishes nothing, even if its error is no cancellation`() {
    marbles { m in
      let answer = m.cold("----g|", ["g": Genre.all], failure: APIError.cancelled)
      let source = MovieSource.stub(genres: { try await answer(orCancelled: .cancelled) })
      let (store, tasks) = (m.movieApp(source), Log<StoreTask>())
      m.hot("-f") { tasks.note(store.fetchGenres(from: source)) }
      m.at(.milliseconds(30)) { tasks.entries.first?.cancel() }
      m.expect(store.failures.map { "\($0)" }, "")
      m.expect(store.states.map(\.genres.count).removeDuplicates(), "0", ["0": 0])
      m.expectSubscriptions(answer, ["-^-!"])
    }
  }
}
