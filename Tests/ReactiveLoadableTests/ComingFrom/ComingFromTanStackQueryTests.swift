import LoadableTesting
import ReactiveLoadable
import Testing

/// The code of the article, unchanged, and its statements on behavior.
@Suite struct `Coming from TanStack Query` {
  @Test func `a query is a loader with a policy`() async {
    let (api, filter) = (API(), Filter(isDone: false))
    let policy = LoadPolicy(
      previous: .always,
      freshness: .lasting(.seconds(60)),
      retry: .exponential(from: .seconds(1), limit: 2)
    )
    let todos = Loader(policy: policy) { (filter: Filter) in try await api.todos(filter) }

    todos.loadIfNeeded(filter)  // when the screen appears, and when the filter changes
    #expect(await todos.loadIfNeeded(filter).outcome().value ?? [milk] == [milk])
    #expect(await todos.loadIfNeeded(filter).outcome() == .skipped(.fresh))
  }

  @Test(
    arguments: [
      (.notRequested, "nothing"), (.loading, "0 busy"), (.loaded([milk]), "1"),
      (.failed(LoadError(SampleError.first), previous: [milk]), "1 first"),
    ] as [(LoadState<[Todo]>, String)]
  )
  private func `what a view draws`(_ state: LoadState<[Todo]>, _ drawn: String) {
    let (screen, todos) = (Screen(), Shown(state: state))
    switch todos.state {
    case .notRequested: screen.showNothing()
    case .loading(let loading): screen.show(loading.previous ?? [], isBusy: true)
    case .loaded(let rows): screen.show(rows)
    case .failed(let failed): screen.show(failed.previous ?? [], banner: failed.error)
    }
    #expect(screen.drawn.entries == [drawn])
  }

  @Test func `conditions gate and triggers perform intents`() async {
    let (query, isOnline) = (BehaviorRelay("a"), BehaviorRelay(false))
    let (cameToFront, today) = (PublishRelay<Void>(), "today")
    let results = Loader { (text: String) async throws in text }
    let user = Loader { () async throws in User(id: 7) }
    let posts = Loader { (id: Int) async throws in ["of \(id)"] }
    let board = Loader { (day: String) async throws in day }

    results.load(on: query.elements.gated(by: isOnline.elements))
    posts.loadIfNeeded(for: user.states) { $0.id }
    board.poll(every: .seconds(30))
    board.perform(.loadIfNeeded(today), on: cameToFront)
    board.loadWhenObserved(today)

    isOnline.accept(true)
    user.load()
    cameToFront.accept(())
    #expect(await firstValue(of: results) == "a")
    #expect(await firstValue(of: posts) == ["of 7"])
    #expect(await firstValue(of: board) == today)
  }

  @Test func `a value becomes stale`() {
    marbles { m in
      let (answer, filter) = (m.cold("--a|", ["a": [milk]]), Filter(isDone: false))
      let todos = m.keep(Loader { (_: Filter) in try await answer() })
      m.at(.milliseconds(10)) { todos.loadIfNeeded(filter) }
      let scope = m.keep(LoadScope())
      scope.add(todos, tag: "todos")
      m.keep(todos.states.sink { _ in })
      m.at(.milliseconds(20)) {
        scope.revalidate("todos")
      }
      m.expectSubscriptions(answer, ["-^!", "--^-!"])
    }
  }

  @Test func `a failed optimistic write rolls back`() {
    marbles { m in
      let (api, todo) = (WriteAPI(answer: m.cold("--#", failure: SampleError.first)), bread)
      let todos = m.keep(Loader { () async throws in [milk] })
      let add = Mutation(editing: todos) { (todo: Todo, todos) in
        todos.removeAll { $0.id == todo.id }
        todos.append(todo)
      } write: { todo in
        try await api.add(todo)
      }
      m.keep(add)
      m.at(.zero) { todos.load() }
      m.at(.milliseconds(10)) {
        add.run(todo)
        #expect(todos.state.value == [milk, bread])
      }
      m.expect(
        todos.states,
        "(nlA)X-A",
        [
          "n": .notRequested, "l": .loading, "A": .loaded([milk]), "X": .loaded([milk, bread]),
        ]
      )
    }
  }

  @Test func `a failed request keeps the value of another request`() {
    marbles { m in
      let answers = m.responses(to: ["a": "-A|", "b": "-#"], failure: SampleError.first)
      let policy = LoadPolicy(previous: .always)
      let loader = m.keep(Loader(policy: policy) { (key: String) in try await answers(key) })
      m.hot("-a-b") { loader.load($0) }
      m.expect(
        reading: { loader.state.latest ?? (loader.state.error == nil ? "none" : "lost") },
        "n-A",
        ["n": "none", "A": "A"]
      )
      m.expect(reading: { loader.state.error != nil }, "f---t", ["f": false, "t": true])
    }
  }

  @Test func `many keys in one cache`() async throws {
    let (api, id, next) = (API(), 1, 2)
    let policy = CachePolicy<Poster>(count: 500, timeToLive: .seconds(600))
    let posters = LoaderCache(policy: policy) { (id: Int) in try await api.poster(id) }

    let interest = posters.interest(in: id)  // loads, joins a running load, or is a hit
    let ahead = posters.prefetch([next])
    #expect(await interest.outcome().value == "poster 1")
    #expect(try await posters.load(next) == "poster 2")
    posters.invalidateAll()  // stale: the next interest in a key loads it again
    #expect(posters.value(for: id) == nil && posters.state(for: id).value == "poster 1")
    posters.remove(id)
    #expect(posters.state(for: id) == .notRequested)
    withExtendedLifetime(ahead) {}
  }

  @Test func `an infinite query is a paged loader`() async {
    let (api, text) = (API(), "milk")
    let found = PagedLoader { (page: PageRequest<String, String>) in
      let answer = try await api.search(page.key, after: page.cursor)
      return Page(answer.rows, next: answer.next)
    }

    found.loadIfNeeded(text)
    await found.loadIfNeeded(text).outcome()
    found.next()  // or `visible(row.id)` as rows appear
    await found.next().outcome()
    #expect(found.state.value?.map(\.id) == [1, 2])
    #expect(found.state.value?.append == .complete)
  }

  @Test func `every line of the article is compiled here`() throws {
    let code = try ArticleCode("ComingFromTanStackQuery")
    #expect(code.blocks.count == 7 && code.others == 0)
    #expect(try code.lines(missingIn: #filePath) == [])
  }
}

private struct Filter: Hashable { let isDone: Bool }
private struct User { let id: Int }
private struct Todo: Hashable, Identifiable { let id: Int }
private let milk = Todo(id: 1)
private let bread = Todo(id: 2)

private typealias Poster = String

private struct API: Sendable {
  func poster(_ id: Int) async throws -> Poster { "poster \(id)" }

  func todos(_ filter: Filter) async throws -> [Todo] { [milk] }

  func search(_ text: String, after page: String?) async throws -> (rows: [Todo], next: String?) {
    page == nil ? ([milk], "page two") : ([bread], nil)
  }
}

private struct WriteAPI: Sendable {
  let answer: MarbleCold<String, SampleError>
  func add(_ todo: Todo) async throws -> String { try await answer() }
}

private struct Shown { let state: LoadState<[Todo]> }

private final class Screen {
  let drawn = Log<String>()
  func showNothing() { drawn.note("nothing") }
  func show(_ rows: [Todo], isBusy: Bool = false) {
    drawn.note("\(rows.count)\(isBusy ? " busy" : "")")
  }
  func show(_ rows: [Todo], banner: LoadError) { drawn.note("\(rows.count) \(banner)") }
}

private func firstValue<Request, Value>(
  of loader: RequestLoader<Request, Value>
) async -> Value? {
  for await value in loader.states.loadedValues().elements { return value }
  return nil
}
