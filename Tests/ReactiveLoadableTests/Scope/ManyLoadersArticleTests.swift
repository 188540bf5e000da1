import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The code of "An app with many loaders", as a reader would type it.
@Suite struct `An app with many loaders` {
  private typealias Library = ManyLoaders.Library
  private typealias MemoryAPI = ManyLoaders.MemoryAPI
  private typealias Rating = ManyLoaders.Rating

  @Test func `the article is the code of this file`() throws {
    #expect(try ArticleCode("AnAppWithManyLoaders").lines(missingIn: #filePath) == [])
  }

  @Test func `a rating reloads the movie that is shown, and not the search`() {
    let movies = MarbleStates<ManyLoaders.Movie, LoadError>(
      loaded: ["A": ManyLoaders.Movie(id: 7, stars: 0), "B": ManyLoaders.Movie(id: 7, stars: 5)]
    )
    marbles { m in
      let library = m.keep(Library(MemoryAPI(m.clock), m.clock))
      library.search.load("")
      m.hot("----r") { _ in library.rate.run(Rating(movie: 7, stars: 5)) }
      m.expect(library.details.states(of: 7), "l-A---r-B", movies)
      m.expect(reading: { library.search.isInUse }, "f", ["f": false])
    }
  }

  @Test func `triggers refresh the shown and stale movie, and retry the failed one`() {
    let movies = MarbleStates<ManyLoaders.Movie, LoadError>(
      loaded: ["A": ManyLoaders.Movie(id: 7, stars: 0)]
    )
    marbles(frame: .seconds(10)) { m in
      let library = m.keep(Library(MemoryAPI(m.clock, answering: .seconds(20)), m.clock))
      let (cameToFront, isOnline) = (PublishRelay<Void>(), PublishRelay<Bool>())
      let query = BehaviorRelay("")
      library.scope.revalidate(on: cameToFront)  // stale and in use: refreshed
      library.scope.retryFailed(on: isOnline.filter { $0 })  // failed and in use: loaded again
      library.search.search(on: query)
      m.hot("----f----f") { _ in cameToFront.accept(()) }
      m.hot("-----o") { _ in isOnline.accept(true) }
      m.expect(library.details.states(of: 7), "l-A------r-A", movies)
      m.expect(library.search.states.map(\.isNotRequested), "t", ["t": true])
    }
  }

  @Test func `models show what the library holds`() async {
    await MainActor.run {
      let library = Library(MemoryAPI(ContinuousClock()))
      let account = LoaderModel(library.account)
      let movie = KeyedModel(library.details)
      let results = PagedModel(library.search)
      #expect(library.account.isInUse && library.search.isInUse)
      #expect(account.state.isNotRequested && results.state.isNotRequested && movie.key == nil)
    }
  }
}

// MARK: The code of the article

enum ManyLoaders {
  final class Library: Sendable {
    let scope = LoadScope()
    let account: ValueLoader<String>
    let search: PagedLoader<String, Int, Movie, LoadError>
    let details: ValueCache<Int, Movie>
    let rate: Mutation<Rating, Void, LoadError>

    init(_ api: any API, _ clock: any Clock<Duration> = ContinuousClock()) {
      let policy = LoadPolicy.app(clock)
      account = Loader(policy: policy) { try await api.account() }
      search = PagedLoader(policy: PagingPolicy(load: policy)) { page in
        try await api.search(page.key, page: page.cursor ?? 1)
      }
      details = LoaderCache(policy: CachePolicy(load: policy)) { id in try await api.movie(id) }
      rate = Mutation { rating in try await api.rate(rating) }

      scope.add(account)
      scope.add(search, tag: .movies)
      scope.add(details, tag: .movies)  // each key is one step below: ["movies", 7]
      scope.add(rate) { [.movie($0.movie), .charts] }  // what a successful write makes stale
    }
  }
}

extension LoadTag {
  static let charts: Self = "charts"
  static let movies: Self = "movies"
  static func movie(_ id: Int) -> Self { [Self.movies, id] }
}

extension LoadPolicy {
  static func app(_ clock: any Clock<Duration>) -> Self {
    LoadPolicy(
      freshness: .lasting(.seconds(60)),
      retry: .exponential(from: .seconds(1), limit: 2).jittered(),
      clock: clock
    )
  }
}

// MARK: The server

extension ManyLoaders {
  struct Movie: Identifiable, Equatable, Sendable {
    let id: Int
    let stars: Int
  }

  struct Rating: Sendable {
    let movie: Int
    let stars: Int
  }

  protocol API: Sendable {
    func account() async throws -> String
    func search(_ text: String, page: Int) async throws -> Page<Int, Movie>
    func movie(_ id: Int) async throws -> Movie
    func rate(_ rating: Rating) async throws
  }

  final class MemoryAPI: API {
    private let clock: any Clock<Duration>
    private let time: Duration
    private let stars = Lock([Int: Int]())

    init(_ clock: any Clock<Duration>, answering time: Duration = .milliseconds(20)) {
      self.clock = clock
      self.time = time
    }

    func account() async throws -> String {
      try await clock.sleep(for: time)
      return "ada"
    }

    func search(_ text: String, page: Int) async throws -> Page<Int, Movie> {
      Page([try await movie(7)], next: nil)
    }

    func movie(_ id: Int) async throws -> Movie {
      try await clock.sleep(for: time)
      return Movie(id: id, stars: stars.withLock { $0[id] ?? 0 })
    }

    func rate(_ rating: Rating) async throws {
      try await clock.sleep(for: time)
      stars.withLock { $0[rating.movie] = rating.stars }
    }
  }
}
