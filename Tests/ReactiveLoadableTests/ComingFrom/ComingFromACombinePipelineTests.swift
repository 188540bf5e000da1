import AsyncAlgorithms
import CombineShim
import LoadableTesting
import ReactiveLoadable
import Testing

/// The code of the article, unchanged.
@Suite struct `Coming from a Combine pipeline` {
  @Test func `a search has none of the four bugs`() {
    marbles(frame: .milliseconds(100)) { m in
      let answer = m.cold("#", ["x": [swift]], failure: SampleError.first, then: ["#", "#", "-x|"])
      let model = m.keep(SearchViewModel(api: API(answer: answer), clock: m.clock))
      m.hot("-a-----b------'c'") { model.query.accept($0 == "c" ? "" : $0) }
      m.expect(
        reading: { Drawn(model.podcasts.state) },
        "n---(lf)-----ld--n",
        ["n": .nothing, "l": .spinner, "d": .rows, "f": .error]
      )
    }
  }

  @Test func `clearing the field during a load clears immediately`() {
    marbles(frame: .milliseconds(100)) { m in
      let answer = m.cold("----x|", ["x": [swift]], failure: SampleError.first)
      let model = m.keep(SearchViewModel(api: API(answer: answer), clock: m.clock))
      m.hot("-a---x", ["a": "a", "x": ""]) { model.query.accept($0) }
      m.expect(model.podcasts.states, "n---ln", .states(loaded: [:]))
    }
  }

  @Test func `operators of Combine stay before a loader`() {
    marbles { m in
      let answer = m.cold("-x|", ["x": [swift]])
      let (query, scheduler) = (CurrentValueSubject<String, Never>(""), m.scheduler)
      let podcasts = m.keep(Loader { (_: String) in try await answer() })
      let typed = query.debounce(for: .milliseconds(300), scheduler: scheduler).removeDuplicates()
      podcasts.load(on: typed)
      m.at(.milliseconds(10)) { query.send("s") }
      m.expect(podcasts.states, "n 300ms (l)d", .states(loaded: ["d": [swift]]))
    }
  }

  @Test func `an array of publishers is their merge`() {
    marbles { m in
      let (typed, tapped) = (PublishRelay<String>(), PublishRelay<String>())
      let search = m.keep(Loader { (text: String) async throws in text })
      let both = [typed.eraseToAnyPublisher(), tapped.eraseToAnyPublisher()].publisher
      search.load(on: both.flatMap { $0 })
      m.hot("-a-c") { typed.accept($0) }
      m.hot("--b-d") { tapped.accept($0) }
      m.expect(search.states.loadedValues(), "-abcd")
    }
  }

  @Test func `the newest inner publisher has the latest values of two relays`() {
    marbles { m in
      let (text, genre) = (BehaviorRelay("a"), BehaviorRelay("x"))
      let filtered = m.keep(Loader { (filter: Filter) async throws in filter })
      let filters = text.map { text in genre.map { Filter(text: text, genre: $0) } }
      filtered.load(on: filters.switchToLatest())
      m.hot("--b-----") { text.accept($0) }
      m.hot("----y---") { genre.accept($0) }
      m.expect(filtered.states.loadedValues(), "1-2-3---", filterTable)
    }
  }

  @Test func `elements are merged and combined by AsyncAlgorithms`() {
    marbles { m in
      let (typed, tapped) = (PublishRelay<String>(), PublishRelay<String>())
      let (text, genre) = (BehaviorRelay("a"), BehaviorRelay("x"))
      let search = m.keep(Loader { (text: String) async throws in text })
      let filtered = m.keep(Loader { (filter: Filter) async throws in filter })
      search.load(on: merge(typed.elements, tapped.elements))
      filtered.load(
        on: combineLatest(text.elements, genre.elements).map { Filter(text: $0, genre: $1) }
      )
      m.hot("-a-c") { typed.accept($0) }
      m.hot("--b-d") { tapped.accept($0) }
      m.expect(search.states.loadedValues(), "-abcd")
      m.hot("--b-----") { text.accept($0) }
      m.hot("----y---") { genre.accept($0) }
      m.expect(filtered.states.loadedValues(), "1-2-3---", filterTable)
    }
  }

  @Test func `elements are collected by time`() {
    marbles(frame: .milliseconds(100), until: .seconds(3)) { m in
      let (typed, clock) = (m.hot("-ab-------------c"), m.clock)
      let batches = typed.elements.chunked(by: .repeating(every: .seconds(1), clock: clock))
      m.expect(batches, "----------1---------2", ["1": ["a", "b"], "2": ["c"]])
    }
  }

  @Test func `an API of publishers stays`() async {
    let api = PublisherAPI()
    let podcasts = Loader { (text: String) async throws -> [Podcast] in
      for try await podcasts in api.publisher(matching: text).elements { return podcasts }
      throw CancellationError()
    }
    #expect(await podcasts.load("swift").outcome() == .loaded([swift]))
    #expect(await podcasts.load("none").outcome() == .cancelled)
    #expect(podcasts.state == .loaded([swift]))
    #expect(await podcasts.load("fail").outcome().error == LoadError(SampleError.first))
  }

  @Test func `the view model stays unchanged`() {
    let old = Old()
    let collapse = FlagCollapse(value: old.podcasts, isLoading: old.isLoading, error: old.error)
    #expect(collapse.state == .notRequested)
  }

  @Test func `every line of the article is compiled here`() throws {
    let code = try ArticleCode("ComingFromACombinePipeline")
    #expect(code.blocks.count == 7 && code.others == 1)
    #expect(try code.lines(missingIn: #filePath) == [])
  }
}

private struct Podcast: Hashable { let title: String }
private let swift = Podcast(title: "Swift")

private struct Filter: Hashable { let text, genre: String }
private let filterTable = [
  "1": Filter(text: "a", genre: "x"), "2": Filter(text: "b", genre: "x"),
  "3": Filter(text: "b", genre: "y"),
]

private struct API: Sendable {
  let answer: MarbleCold<[Podcast], SampleError>
  func podcasts(matching text: String) async throws -> [Podcast] { try await answer() }
}

private struct PublisherAPI: Sendable {
  func publisher(matching text: String) -> AnyPublisher<[Podcast], any Error> {
    switch text {
    case "fail": Fail(error: SampleError.first).eraseToAnyPublisher()
    case "none": Empty().eraseToAnyPublisher()
    default: Just([swift]).setFailureType(to: (any Error).self).eraseToAnyPublisher()
    }
  }
}

private struct Old {
  let podcasts = CurrentValueSubject<[Podcast]?, Never>(nil)
  let isLoading = CurrentValueSubject<Bool, Never>(false)
  let error = CurrentValueSubject<SampleError?, Never>(nil)
}

private enum Drawn: Equatable {
  case nothing, spinner, rows, error

  init(_ state: LoadState<[Podcast]>) {
    switch state {
    case .notRequested: self = .nothing
    case .loading: self = .spinner
    case .loaded: self = .rows
    case .failed: self = .error
    }
  }
}

private typealias SearchViewModel = FromCombine.SearchViewModel

private enum FromCombine {
  final class SearchViewModel: Sendable {
    let query = BehaviorRelay("")
    let podcasts: RequestLoader<String, [Podcast]>

    init(api: API, clock: some Clock<Duration> = ContinuousClock()) {
      let policy = LoadPolicy(retry: .constant(.zero, limit: 2), clock: clock)
      podcasts = Loader(policy: policy) { text in try await api.podcasts(matching: text) }
      podcasts.search(on: query, clock: clock)
    }
  }
}
