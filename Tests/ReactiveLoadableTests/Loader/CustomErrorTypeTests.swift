import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The code and the claims of the article on custom error types.
@Suite struct `A custom error type` {
  nonisolated enum SearchError: Error, Hashable {
    case offline, server, timedOut, cancelled

    init(_ error: any Error) {
      self =
        switch error {
        case is CancellationError, URLError.cancelled: .cancelled
        case URLError.notConnectedToInternet: .offline
        default: .server
        }
    }
  }

  nonisolated struct Podcast: Hashable, Sendable { let title: String }

  final class PodcastSearch: Sendable {
    let results: Loader<String, [Podcast], SearchError>

    init(
      clock: some Clock<Duration> = ContinuousClock(),
      find: @escaping @Sendable (String) async throws(SearchError) -> [Podcast]
    ) {
      var retry = RetryPolicy.constant(.seconds(1), limit: 2)
      retry.shouldRetry = { $0 as? SearchError == .server }
      let policy = LoadPolicy(
        retry: retry,
        timeout: LoadTimeout(attempt: .seconds(10), failure: SearchError.timedOut),
        clock: clock,
        isCancellation: { $0 as? SearchError == .cancelled }
      )
      results = Loader(policy: policy, find)
    }
  }

  /// A client that throws one error for everything.
  private struct Client: Sendable {
    let error: any Error

    func podcasts(matching text: String) async throws -> [Podcast] { throw error }
    func page(_ page: PageRequest<String, Int>) async throws(SearchError) -> Page<Int, Row> {
      throw SearchError(error)
    }
    func poster(_ id: Int) async throws(SearchError) -> String { throw SearchError(error) }
    func save(_ podcast: Podcast) async throws(SearchError) -> Podcast { throw SearchError(error) }
  }

  @Test func `a server error is retried, a timeout is not`() {
    marbles(frame: .seconds(1)) { m in
      let found = [Podcast(title: "Swift by Sundell")]
      let answer = m.cold("-#", ["x": found], failure: SearchError.server, then: ["-", "-x|"])
      let search = m.keep(
        PodcastSearch(clock: m.clock) { _ throws(SearchError) in
          try await answer(orCancelled: .cancelled)
        }
      )
      m.hot("-s------------s") { search.results.load($0) }
      m.expect(
        search.results.states,
        "nl1----------flx",
        .states(loaded: ["x": found], failed: ["f": .timedOut])
      )
      m.expectSubscriptions(answer, ["-^!", "---^---------!", "--------------^!"])
    }
  }

  @Test(
    arguments: [
      (URLError(.cancelled), .cancelled), (CancellationError(), .cancelled),
      (URLError(.notConnectedToInternet), .offline), (URLError(.badURL), .server),
    ] as [(any Error, SearchError)]
  )
  func `an error of the client is mapped in the load function`(
    _ thrown: any Error,
    _ mapped: SearchError
  ) async {
    let client = Client(error: thrown)
    let results = Loader { (text: String) throws(SearchError) in
      do {
        return try await client.podcasts(matching: text)
      } catch {
        throw SearchError(error)
      }
    }
    #expect(await results.load("swift").outcome() == .failed(mapped))
  }

  @Test func `a case named cancelled is a cancellation only where the policy says so`() async {
    let search = PodcastSearch { _ throws(SearchError) in throw .cancelled }
    let failing = Loader { (_: String) throws(SearchError) -> [Podcast] in throw .cancelled }
    #expect(await search.results.load("swift").outcome() == .cancelled)
    #expect(search.results.state == .notRequested)
    #expect(await failing.load("swift").outcome() == .failed(.cancelled))
    #expect(failing.state == .failed(.cancelled))
  }

  @Test func `after a cancel no error of the work is published`() {
    marbles { m in
      let answer = m.cold("---x|")
      let loader = m.keep(
        Loader { (_: String) throws(SearchError) in
          try await answer(orCancelled: SearchError.cancelled)
        }
      )
      m.hot("-a") { loader.load($0) }
      m.hot("--c") { _ in loader.cancel() }
      m.expect(loader.states, "nln", .states(loaded: ["x": "x"]))
      m.expectSubscriptions(answer, ["-^!"])
    }
  }

  @Test func `without typed throws, and in an alias, the error is wrapped`() async {
    let client = Client(error: URLError(.badURL))
    let untyped = Loader { (id: Int) in try await client.poster(id) }
    let alias: RequestLoader<Int, String> = Loader { id throws(SearchError) in
      try await client.poster(id)
    }
    let function = Loader(client.poster)
    let wrapped: LoadError? = await untyped.load(7).outcome().error
    #expect(wrapped?.underlying as? SearchError == .server)
    #expect(await alias.load(7).outcome().error?.underlying as? SearchError == .server)
    #expect(await function.load(7).outcome() == .failed(.server))
  }

  @Test func `lists, caches and writes have the same error type`() async {
    let client = Client(error: URLError(.notConnectedToInternet))
    let pages = PagedLoader(failure: { _ in .server }) {
      (page: PageRequest<String, Int>) throws(SearchError) in try await client.page(page)
    }
    let posters = LoaderCache { (id: Int) throws(SearchError) in try await client.poster(id) }
    let save = Mutation { (podcast: Podcast) throws(SearchError) in try await client.save(podcast) }
    #expect(await pages.load("swift").outcome().error == .offline)
    #expect(await posters.interest(in: 7).outcome() == .failed(.offline))
    #expect(await save.run(Podcast(title: "")).outcome() == .failed(.offline))
    await #expect(throws: SearchError.offline) { try await posters.load(7) }
  }

  @Test func `work that cannot throw has no timeout, which is an issue`() async {
    let policy = LoadPolicy(timeout: LoadTimeout(attempt: .zero, load: .zero))
    var loader: Loader<NoRequest, Int, Never>?
    withKnownIssue {
      loader = Loader(policy: policy) { 7 }
    } matching: { issue in
      issue.description.contains("cannot throw")
    }
    #expect(await loader?.load().outcome() == .loaded(7))
    var save: Mutation<Int, Int, Never>?
    withKnownIssue {
      save = Mutation(policy: MutationPolicy(timeout: MutationTimeout(.zero))) { (input: Int) in
        input
      }
    } matching: { issue in
      issue.description.contains("cannot throw")
    }
    #expect(await save?.run(8).outcome() == .loaded(8))
  }

  #if os(macOS) || os(Linux)
  @Test func `the timeout of a typed loader needs an error of its type`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let policy = LoadPolicy(timeout: LoadTimeout(attempt: .seconds(1)))
      _ = Loader(policy: policy) { (text: String) throws(SearchError) in text }
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(text?.contains("The failure of a timeout must be of type SearchError") == true)
  }

  @Test func `a cache checks the error of its timeout at the first interest`() async {
    await #expect(processExitsWith: .success) {
      let policy = LoadPolicy(timeout: LoadTimeout(attempt: .seconds(1)))
      _ = LoaderCache(policy: CachePolicy<Int>(load: policy)) { (id: Int) throws(SearchError) in
        id
      }
    }
    await #expect(processExitsWith: .failure) {
      let policy = LoadPolicy(timeout: LoadTimeout(attempt: .seconds(1)))
      let values = LoaderCache(policy: CachePolicy<Int>(load: policy)) {
        (id: Int) throws(SearchError) in id
      }
      _ = values.interest(in: 7)
    }
  }
  #endif

  @Test func `a test has every line of the article`() throws {
    let article = try ArticleCode("UsingACustomErrorType")
    #expect((article.blocks.count, article.others) == (5, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}
