import AsyncAlgorithms
import CombineShim
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The code of the article, unchanged.
@Suite struct `Coming from RxSwift` {
  @Test func `a search is debounced and loads the newest text`() {
    marbles(frame: .milliseconds(100)) { m in
      let answer = m.cold("--x|", ["x": [swift]])
      let model = m.keep(SearchViewModel(api: API(answer: answer), clock: m.clock))
      m.hot("-a-b") { model.query.accept($0) }
      m.expect(model.podcasts.states, "n-----l-d", .states(loaded: ["d": [swift]]))
    }
  }

  @Test func `clearing the field during a load clears immediately`() {
    marbles(frame: .milliseconds(100)) { m in
      let answer = m.cold("----x|", ["x": [swift]])
      let model = m.keep(SearchViewModel(api: API(answer: answer), clock: m.clock))
      m.hot("-a---x", ["a": "a", "x": ""]) { model.query.accept($0) }
      m.expect(model.podcasts.states, "n---ln", .states(loaded: [:]))
    }
  }

  @Test(.needsImmediateTasks) func `a screen draws each state on the main actor`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("-x|", ["x": [swift]])
      let screen = m.keep(Screen(SearchViewModel(api: API(answer: answer), clock: m.clock)))
      m.at(.milliseconds(10)) { screen.viewModel.podcasts.load("s") }
      m.expect(screen.drawn, "nlx", ["n": "notRequested", "l": "loading", "x": "loaded"])
    }
  }

  @Test func `one indicator counts all loads`() {
    marbles { m in
      let api = TwoAPIs(first: m.cold("--a|"), second: m.cold("--p|"))
      let activity = LoadActivity()
      let policy = LoadPolicy(activity: activity)
      let account = Loader(policy: policy) { try await api.account() }
      let podcasts = Loader(policy: policy) { try await api.podcasts() }
      let isBusy = activity.counts.map { $0 > 0 }.removeDuplicates()
      for loader in [account, podcasts] { m.keep(loader) }
      m.at(.milliseconds(10)) { account.load() }
      m.at(.milliseconds(20)) { podcasts.load() }
      m.expect(isBusy, "ft--f", ["f": false, "t": true])
    }
  }

  @Test func `relays update, bind and are read-only`() {
    let (counter, relay, source) = (BehaviorRelay(0), BehaviorRelay(0), PublishRelay<Int>())
    counter.update { $0 += 1 }
    let binding = source.bind(to: relay)
    let shown = relay.readOnly
    source.accept(3)
    #expect(counter.value == 1)
    #expect(shown.value == 3)
    withExtendedLifetime(binding) {}
  }

  @Test func `a mutation saves a draft twice`() async {
    let (api, draft) = (Drafts(), Draft(text: "a"))
    let save = Mutation { (draft: Draft) in try await api.save(draft) }
    save.run(draft)
    #expect(await save.run(draft).outcome() == .loaded(draft))
    #expect(save.history.value.count == 2)
  }

  @Test func `every line of the article is compiled here`() throws {
    let code = try ArticleCode("ComingFromRxSwift")
    #expect(code.blocks.count == 5 && code.others == 5)
    #expect(try code.lines(missingIn: #filePath) == [])
  }
}

private struct Podcast: Hashable { let title: String }
private let swift = Podcast(title: "Swift")

private struct API: Sendable {
  let answer: MarbleCold<[Podcast], Never>
  func podcasts(matching text: String) async throws -> [Podcast] { try await answer() }
}

private struct TwoAPIs: Sendable {
  let first: MarbleCold<String, Never>
  let second: MarbleCold<String, Never>
  func account() async throws -> String { try await first() }
  func podcasts() async throws -> String { try await second() }
}

private struct Draft: Hashable { let text: String }
private struct Drafts { func save(_ draft: Draft) async throws -> Draft { draft } }

private typealias SearchViewModel = FromRxSwift.SearchViewModel

private enum FromRxSwift {
  final class SearchViewModel: Sendable {
    let query = BehaviorRelay("")
    let podcasts: RequestLoader<String, [Podcast]>

    init(api: API, clock: some Clock<Duration> = ContinuousClock()) {
      podcasts = Loader { text in try await api.podcasts(matching: text) }
      podcasts.search(on: query, clock: clock)
    }
  }
}

@MainActor private final class Screen {
  let viewModel: SearchViewModel
  let drawn = BehaviorRelay("")
  private var subscription: AnyCancellable?

  init(_ viewModel: SearchViewModel) {
    self.viewModel = viewModel
    subscription = viewModel.podcasts.states.sinkOnMainActor { [weak self] state in
      self?.draw(state)
    }
  }

  private func draw(_ state: LoadState<[Podcast]>) {
    drawn.accept("\(state)".prefix { $0 != "(" }.description)
  }
}
