import AsyncAlgorithms
import Foundation
import LoadableTesting
import ReactiveLoadable
import Testing

// The code of the README and of the article on common screens, unchanged.

final class SearchModel: Sendable {
  let query = BehaviorRelay("")
  let results: RequestLoader<String, [String]>

  init(
    clock: some Clock<Duration> = ContinuousClock(),
    search: @escaping @Sendable (String) async throws -> [String]
  ) {
    results = Loader(search)
    results.search(on: query, clock: clock)
  }
}

final class ForecastModel: Sendable {
  let (typed, tapped) = (PublishRelay<String>(), PublishRelay<String>())
  let (activated, reconnected) = (PublishRelay<Void>(), PublishRelay<Void>())
  let days: RequestLoader<String, [String]>

  init(clock: some Clock<Duration>, load: @escaping @Sendable (String) async throws -> [String]) {
    days = Loader(load)
    days.search(on: typed, clock: clock)
    days.load(on: tapped)
    let triggers = merge(activated.elements, reconnected.elements)
    days.perform(.refresh, on: triggers.debounce(for: .milliseconds(300), clock: clock))
  }
}

func draw(_ results: LoadState<[String]>) -> String {
  switch results {
  case .notRequested: "Type to search."
  case .loading: "Searching…"
  case .loaded(let rows): rows.isEmpty ? "Nothing found." : rows.joined(separator: "\n")
  case .failed(let failed): "\(failed.error.localizedDescription) Try again?"
  }
}

private struct Todo: Hashable { let id: Int }
private struct Text: Hashable { let text: String }

private struct Found: Identifiable {
  let id: String
}

private struct ReadmeAPI: Sendable {
  func account() async throws -> [String] { ["a row"] }
  func add(_ todo: Todo) async throws {}
  func poster(_ id: Int) async throws -> String { "poster \(id)" }

  func search(
    _ text: String,
    page: Int
  ) async throws -> (rows: [Found], number: Int, isLast: Bool) {
    let first = (page - 1) * 20
    return ((first..<(first + 20)).map { Found(id: "row \($0)") }, page, page == 2)
  }
}

private struct OldFlags {
  let value = BehaviorRelay<[String]?>(nil)
  let isLoading = BehaviorRelay(false)
  let error = BehaviorRelay<LoadError?>(nil)
}

private func text(_ report: LoadReporter<Text>) async throws -> Text {
  report.value(Text(text: "from the cache"))
  return Text(text: "whole")
}

enum WeatherError: Error { case noSignal }

private func rows(_ city: String) async throws(WeatherError) -> [String] {
  guard !city.isEmpty else { throw .noSignal }
  return ["sunny in \(city)"]
}

@Suite struct `The code of the README and of common screens` {
  @Test func `a load function with typed throws keeps its type`() async {
    let forecast = Loader { city throws(WeatherError) in try await rows(city) }
    #expect(await forecast.load("Oslo").outcome() == .loaded(["sunny in Oslo"]))
    #expect(await forecast.load("").outcome() == .failed(.noSignal))
  }

  @Test func `the newest result wins`() {
    marbles(frame: .milliseconds(100)) { m in
      let answer = m.cold("--x|", ["x": ["Swift by Sundell"]])
      let model = m.keep(SearchModel(clock: m.clock) { _ in try await answer() })
      m.hot("-a-b") { model.query.accept($0) }
      m.expect(model.results.states, "n-----l-d", .states(loaded: ["d": ["Swift by Sundell"]]))
      m.expectSubscriptions(answer, ["------^-!"])
    }
  }

  @Test func `clearing the field during a load clears immediately`() {
    marbles(frame: .milliseconds(100)) { m in
      let answer = m.cold("----x|", ["x": ["Swift by Sundell"]])
      let model = m.keep(SearchModel(clock: m.clock) { _ in try await answer() })
      m.hot("-a---x", ["a": "a", "x": ""]) { model.query.accept($0) }
      m.expect(model.results.states, "n---ln", .states(loaded: [:]))
      m.expectSubscriptions(answer, ["----^!"])
    }
  }

  @Test func `typed text is debounced, a tapped suggestion is not`() {
    marbles(frame: .milliseconds(100)) { m in
      let answers = m.responses(to: ["a": "-x|", "b": "-y|"], ["x": ["A"], "y": ["B"]])
      let model = m.keep(ForecastModel(clock: m.clock) { try await answers($0) })
      m.hot("-a") { model.typed.accept($0) }
      m.hot("-------b") { model.tapped.accept($0) }
      m.hot("---------o") { _ in model.activated.accept(()) }
      m.hot("----------o") { _ in model.reconnected.accept(()) }
      let states = ["x": ["A"], "y": ["B"]]
      m.expect(model.days.states, "n---lx-Ly----'r y'y", .states(loaded: states))
    }
  }

  @Test func `a tapped suggestion wins over a text that waits`() {
    marbles(frame: .milliseconds(100)) { m in
      let answers = m.responses(to: ["be": "-x|", "Bern": "-y|"], ["x": ["A"], "y": ["B"]])
      let model = m.keep(ForecastModel(clock: m.clock) { try await answers($0) })
      m.hot("-a", ["a": "be"]) { model.typed.accept($0) }
      m.hot("--b", ["b": "Bern"]) { model.tapped.accept($0) }
      m.expect(model.days.states, "n-ly", .states(loaded: ["y": ["B"]]))
    }
  }

  @Test func `a screen draws the state`() {
    #expect(draw(.loaded([])) == "Nothing found.")
    #expect(draw(.loaded(["a", "b"])) == "a\nb")
    #expect(draw(.loading) == "Searching…")
    #expect(draw(.notRequested) == "Type to search.")
    #expect(draw(.failed(LoadError(SampleError.first))).hasSuffix("Try again?"))
  }

  @Test @MainActor func `a screen loads once and refreshes`() async {
    let api = ReadmeAPI()
    let account = LoaderModel(Loader { try await api.account() })

    account.appear()  // loads once, however often the screen appears
    print(draw(account.state))  // observed: a change redraws the view
    await account.refresh()  // pull to refresh: the old rows stay visible
    #expect(account.loader.state == .loaded(["a row"]))
  }

  @Test func `an infinite list appends the next page`() async {
    let (api, query) = (ReadmeAPI(), BehaviorRelay(""))
    let results = PagedLoader { (page: PageRequest<String, Int>) in
      let answer = try await api.search(page.key, page: page.cursor ?? 1)
      return Page(answer.rows, next: answer.isLast ? nil : answer.number + 1)
    }

    results.search(on: query)  // debounces what is typed; an empty field clears immediately
    await results.loadIfNeeded("swift").outcome()
    guard let row = results.state.value?.last else { return }
    results.visible(row.id)  // as a row comes into view: prefetches the next page
    await results.next().outcome()
    #expect(results.state.value?.count == 40)
    #expect(results.state.value?.append == .complete)
  }

  @Test @MainActor func `one load for all rows`() async {
    let api = ReadmeAPI()
    let posters = LoaderCache { (id: Int) in try await api.poster(id) }

    let row = KeyedModel(posters)  // a reused cell, for one movie after another
    row.show(7)  // immediately if cached; else one load for all rows and screens
    print(row.state.latest ?? "…")  // observed: a change redraws the row
    await row.interest?.outcome()
    #expect(posters.value(for: 7) == "poster 7")
    row.disappear()  // out of sight: the load ends soon, unless another row or screen needs it
  }

  @Test func `the code of each task in the table compiles`() async {
    let (activity, old) = (LoadActivity(), OldFlags())
    let policies = [
      LoadPolicy(freshness: .lasting(.seconds(60))),
      LoadPolicy(retry: .exponential(from: .seconds(1), limit: 3)),
      LoadPolicy(timeout: LoadTimeout(attempt: .seconds(10), load: .seconds(30))),
      LoadPolicy(previous: .always),
      LoadPolicy(activity: activity),
    ]
    let kept: CachePolicy<[UInt8]> =
      CachePolicy(cost: .limit(64 << 20) { $0.count }, timeToLive: .seconds(600))
    #expect(kept.cost?.of([1, 2]) == 2)
    let (query, isOnline) = (BehaviorRelay(""), BehaviorRelay(true))
    let reporting = Loader { (report: LoadReporter<Text>) in try await text(report) }
    let todos = Loader(policy: policies[0]) { () async throws in [Todo(id: 0)] }
    let user = Loader { () async throws in Todo(id: 7) }
    let posts = Loader { (id: Int) async throws in ["of \(id)"] }
    let results = Loader { (text: String) async throws in [text] }

    let api = ReadmeAPI()
    let insert: @Sendable (Todo, inout [Todo]) -> Void = { if !$1.contains($0) { $1.append($0) } }
    let add = Mutation(editing: todos, change: insert, write: api.add)

    results.load(on: query.elements.gated(by: isOnline.elements))
    posts.loadIfNeeded(for: user.states) { $0.id }
    todos.poll(every: .seconds(30))
    let (steady, both) = (todos.states.steadied(), Loadable.zip(user.states, todos.states))
    let collapse = FlagCollapse(value: old.value, isLoading: old.isLoading, error: old.error)

    let log = LoadObserver.logger { print($0) }.observeAll()
    log.cancel()

    await todos.load().outcome()
    add.run(Todo(id: 1))  // visible immediately; rolled back if the write fails
    #expect(todos.state.value == [Todo(id: 0), Todo(id: 1)])
    todos.invalidate()
    #expect(await todos.refresh().outcome() == .loaded([Todo(id: 0)]))
    await user.load().outcome()
    #expect(both.value.value?.0 == Todo(id: 7))
    #expect(await posts.loadIfNeeded(7).outcome().error == nil)
    user.reset()
    #expect(posts.state == .notRequested)
    #expect(await reporting.load().outcome().value?.text == "whole")
    #expect(collapse.state == .notRequested)
    withExtendedLifetime(steady) {}
  }

  @Test func `every line of the table of common screens is compiled here`() throws {
    let here = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let articles = "Sources/ReactiveLoadable/Documentation.docc/Articles"
    let screens = try contents(of: "\(articles)/WritingCommonScreens.md")
    let rows = screens.components(separatedBy: "| you want | you write |\n|---|---|\n")[1]
      .split(separator: "\n")
    #expect(rows.count == 11)
    for row in rows {
      let code = row.split(separator: "`")[1]
      #expect(here.contains(code), "a row that no test compiles: \(row)")
    }
  }

  @Test func `a test has every line of the common screens`() throws {
    let screens = try ArticleCode("WritingCommonScreens")
    #expect(screens.blocks.count == 5)
    #expect(try screens.lines(missingIn: #filePath) == [])
  }

  @Test func `a test has every line of Swift in the README`() throws {
    let here = try Set(lines(of: String(contentsOf: URL(filePath: #filePath), encoding: .utf8)))
    let elsewhere = [".package(url:", "@testable import App"]
    let blocks = try readme().components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count == 4)
    for block in blocks {
      for line in lines(of: block.components(separatedBy: "```")[0]) {
        let isKnown = here.contains(line) || elsewhere.contains { line.hasPrefix($0) }
        #expect(isKnown, "the README has a line that no test compiles: \(line)")
      }
    }
  }

  @Test func `the README is short`() throws {
    #expect(try readme().split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }

  private func readme() throws -> String { try contents(of: "README.md") }

  private func contents(of path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
