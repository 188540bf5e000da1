import ReactiveLoadable
import ReactiveStore
import Testing

private enum Trouble: Error { case noBooks }

@Suite struct `Drawing a loadable state (U8)` {
  typealias Books = LoadableState<String, String>

  /// The text of a console.
  private func line(_ books: Books) -> String {
    books.render {
      "Choose a genre."
    } loading: {
      "Loading \($0) over \($1.previous ?? "nothing")"
    } refreshing: {
      "\($0) (refreshing)"
    } failed: {
      "No \($0) over \($1.previous ?? "nothing"): \($1.error.underlying)"
    } loaded: {
      $0
    }
  }

  /// The state after an action.
  private func after(
    _ action: LoadingAction<String, String, Never>,
    _ books: Books = Books(),
    load: @escaping @Sendable (String) async throws -> String = { _ in throw Trouble.noBooks }
  ) async -> Books {
    let store = Store(books) {
      EmptyReducer<Books, LoadingAction<String, String, Never>>()
        .loadable(state: \.self, action: .itself) { genre, _ in try await load(genre) }
    }
    await store.send(action).finish()
    return store.state
  }

  @Test func `the state before a request is drawn`() {
    #expect(line(Books()) == "Choose a genre.")
  }

  @Test func `a load is drawn with its request`() {
    var books = Books()
    books.perform(.load("sea"))
    #expect(line(books) == "Loading sea over nothing")
  }

  @Test func `a load is drawn with the previous child`() {
    var books = Books("Dune", of: "sea")
    books.perform(.load("sea"))
    #expect(line(books) == "Loading sea over Dune")
  }

  @Test func `a refresh has a separate closure, and is drawn as loaded by default`() {
    var books = Books("Dune", of: "sea")
    books.perform(.refresh)
    #expect(line(books) == "Dune (refreshing)")
    let plain = books.render {
      "n"
    } loading: { _, _ in
      "l"
    } failed: { _, _ in
      "f"
    } loaded: {
      $0
    }
    #expect(plain == "Dune")
  }

  @Test func `a refresh that shows nothing is drawn as a load`() async {
    var books = await after(.load("sea"))
    books.perform(.refresh)
    #expect(line(books) == "Loading sea over nothing")
  }

  @Test func `a loaded child is drawn`() async {
    let books = await after(.load("sea")) { "all of \($0)" }
    #expect(line(books) == "all of sea")
  }

  @Test func `a failure is drawn with its request and its error`() async {
    let books = await after(.load("sea"))
    #expect(line(books) == "No sea over nothing: noBooks")
  }

  @Test func `a failure is drawn with the previous child`() async {
    let books = await after(.refresh, Books("Dune", of: "sea"))
    #expect(line(books) == "No sea over Dune: noBooks")
  }
}
