import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The diagrams and tables of "Understanding the loader contract" on causes and last errors.
///
/// A character is 10 ms.
@Suite struct `Causes and last errors (L17, L18)` {
  private func loader(
    _ m: Marbles,
    _ works: [String],
    _ causes: PublishRelay<String> = PublishRelay()
  ) -> Loader<String, String, SampleError> {
    let work = m.cold(works[0], failure: SampleError.first, then: Array(works.dropFirst()))
    let policy = LoadPolicy(
      freshness: .lasting(.milliseconds(50)),
      clock: m.clock,
      isCancellation: { $0 as? SampleError == .second }
    )
    return m.keep(
      Loader(policy: policy) { _, report async throws(SampleError) -> String in
        causes.accept(report.cause == .retry ? "t" : "\(report.cause.rawValue.prefix(1))")
        return try await work(orCancelled: .second)
      }
    )
  }

  private func perform(_ sign: String, _ loader: Loader<String, String, SampleError>) {
    switch sign {
    case "r": loader.refresh()
    case "t": loader.retry()
    case "v": loader.revalidate()
    case "?": loader.loadIfNeeded("a")
    case "c": loader.cancel()
    case "s": loader.set("S")
    default: loader.load(sign)
    }
  }

  @Test(arguments: [
    ("-a--r", ["--A|"], "-l--r"), ("-a------?", ["--A|"], "-l------r"),
    ("-a------v", ["--A|"], "-l------r"), ("-a--?", ["-#", "-A|"], "-l--l"),
    ("-a--t", ["-#", "-A|"], "-l--t"), ("-a--r", ["-#", "-A|"], "-l--t"),
    ("-a--v", ["-#", "-A|"], "-l--t"), ("-ar", ["--A|"], "-l"),
    ("-a--r--r", ["--A|", "-#", "-B|"], "-l--r--r"),
    ("-a--r--t", ["--A|", "-#", "-B|"], "-l--r--t"),
  ])
  func `a load function has the cause of its load`(
    intents: String,
    works: [String],
    causes: String
  ) {
    marbles { m in
      let relay = m.keep(PublishRelay<String>())
      let loader = loader(m, works, relay)
      m.expect(relay, causes)
      m.hot(intents) { perform($0, loader) }
    }
  }

  @Test(arguments: [
    // A retry, a refresh, and one over a value, which fails again.
    ("-a-t", ["-#", "--A|"], "n-f--n"), ("-a-r", ["-#", "--A|"], "n-f--n"),
    ("-a-r-r", ["-A|", "-#", "-B|"], "n---f-n"), ("-a-t--t", ["-#", "-#", "-A|"], "n-f----n"),
    // A plain load has none, and a cancel returns to the failed state.
    ("-a-a", ["-#", "--A|"], "n-fn"), ("-a-b", ["-#", "--A|"], "n-fn"),
    ("-a-tc", ["-#", "--A|"], "n-f"),
    // A value that is set during a retry.
    ("-a-ts", ["-#", "--A|"], "n-f-n"),
  ])
  func `a retry or a refresh has the error of the failure before it`(
    intents: String,
    works: [String],
    errors: String
  ) {
    marbles { m in
      let loader = loader(m, works)
      m.hot(intents) { perform($0, loader) }
      m.expect(
        loader.states.map { $0.lastError == nil ? "n" : "f" }.removeDuplicates(),
        errors
      )
    }
  }

  @Test func `the states of a retry`() {
    marbles { m in
      let loader = loader(m, ["-#", "--A|"])
      m.hot("-a-t") { perform($0, loader) }
      m.expect(loader.states, "nlft-A", .states(loaded: ["A": "A"], failed: ["f": .first]))
      m.at(.milliseconds(40)) {
        #expect(loader.state == .loading(Loading(cause: .retry, lastError: .first)))
        #expect("\(loader.state)" == "loading(cause: retry, lastError: first)")
      }
    }
  }

  @Test func `a list has causes and last errors`() {
    marbles { m in
      let causes = m.keep(PublishRelay<LoadCause>())
      let works = m.cold("-#", failure: SampleError.first, then: ["-#", "--A|", "-B|", "-C|"])
      let policy = PagingPolicy(load: LoadPolicy(clock: m.clock))
      let list = m.keep(
        PagedLoader(policy: policy) { (page: PageRequest<NoRequest, Int>) async throws in
          causes.accept(page.cause)
          let text = try await works()
          return Page([Text(id: text)], next: text == "A" ? 1 : nil)
        }
      )
      let signs: [String: LoadCause] = ["l": .load, "r": .refresh, "t": .retry]
      m.expect(causes, "-l-t-t--l-r", signs)
      m.hot("-l-t-r--n-r") { sign in
        switch sign {
        case "l": list.load()
        case "t": list.retry()
        case "n": list.next()
        default: list.refresh()
        }
      }
      m.expect(
        list.states.map { $0.lastError == nil ? "n" : "f" }.removeDuplicates(),
        "n-f----n"
      )
    }
  }

  @Test func `a key of a cache has causes and last errors`() {
    marbles { m in
      let causes = m.keep(PublishRelay<LoadCause>())
      let work = m.cold("-#", failure: SampleError.first, then: ["-A|", "-B|"])
      let policy = CachePolicy<String>(load: LoadPolicy(clock: m.clock))
      let cache = m.keep(
        ValueCache<String, String>(policy: policy) { _, report in
          causes.accept(report.cause)
          return try await work()
        }
      )
      let row = m.keep(BehaviorRelay<LoadInterest<String, String, LoadError>?>(nil))
      m.expect(causes, "-l-t-r", ["l": .load, "r": .refresh, "t": .retry])
      m.hot("-i-t-r") { sign in
        switch sign {
        case "i": row.accept(cache.interest(in: "k"))
        case "t": row.value?.retry()
        default: row.value?.refresh()
        }
      }
      m.at(.milliseconds(35)) {
        #expect(row.value?.state.lastError == LoadError(SampleError.first))
      }
    }
  }

  @Test func `requests of a page with other causes are equal`() {
    let request = PageRequest<String, Int>(key: "a", cursor: 1, direction: .next, cause: .refresh)
    let other = PageRequest<String, Int>(key: "a", cursor: 1, direction: .next)
    #expect(request == other)
    #expect(Set([request, other]).count == 1)
    #expect(request.cause == .refresh)
  }

  // MARK: Transforms

  private let state = Loadable<Int, SampleError>.loading(
    Loading(previous: 1, cause: .retry, lastError: .first)
  )

  @Test func `transforms keep and transform the last error`() {
    #expect(state.map { $0 + 1 }.lastError == .first)
    #expect(state.flatMap { Loadable<String, SampleError>.loaded("\($0)") }.lastError == .first)
    #expect(state.mapError { _ in SampleError.second }.lastError == .second)
    let recovered = state.flatMapError { _ in Loadable<Int, SampleError>.loaded(7) }
    #expect(recovered == .loading(Loading(previous: 1, cause: .retry)))
    let failed = state.flatMapError { _ in Loadable<Int, SampleError>.failed(.second) }
    #expect(failed.lastError == .second)
  }

  @Test func `a zip has the first last error`() {
    let other = Loadable<Int, SampleError>.loading(Loading(cause: .retry, lastError: .second))
    #expect([.loading, state, other].zipped().lastError == .first)
    #expect([other, state].zipped().lastError == .second)
    #expect([.loaded(1), Loadable<Int, SampleError>.loading].zipped().lastError == nil)
  }

  @Test func `a decoded state has failed with the last error`() throws {
    let state = Loadable<Int, Code>.loading(Loading(previous: 1, cause: .retry, lastError: Code()))
    let decoded = try JSONDecoder().decode(
      Loadable<Int, Code>.self,
      from: JSONEncoder().encode(state)
    )
    #expect(decoded == .failed(Code(), previous: 1, cause: .retry))
  }
}

private struct Text: Identifiable, Hashable, Sendable {
  let id: String
}

private struct Code: Error, Codable, Hashable {
  var number = 7
}
