import LoadableTesting
import ReactiveLoadable
import Testing

/// The inputs of a search, their keys, and its lifetime.
@Suite struct `The inputs of a search (P8)` {
  typealias Search = `Search as you type (P8)`.Search
  static let states = `Search as you type (P8)`.states

  // MARK: Inputs

  @Test func `an async sequence is searched, too`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      search.rows.search(on: search.text.elements, clock: m.clock)
      search.type(m, "-ab----------c------b-----x")
      m.expect(search.rows.sketches, "n----l-B--------l-C-B-----n", Self.states)
    }
  }

  @Test func `a text that waits when its input ends is loaded, and the loader stays usable`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      search.rows.search(on: m.hot("-a|"), clock: m.clock)
      m.hot("---------o") { _ in search.rows.load("b") }
      m.expect(search.rows.sketches, "n---l-A--l-B", Self.states)
    }
  }

  @Test func `an async sequence may end, too`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      search.rows.search(on: m.hot("-a|").elements, clock: m.clock)
      m.hot("---------o") { _ in search.rows.load("b") }
      m.expect(search.rows.sketches, "n---l-A--l-B", Self.states)
    }
  }

  @Test func `a search whose input has ended is released`() {
    let kept = Log<RowLoader>()
    marbles(frame: .milliseconds(100)) { m in
      let search = Search(m)
      kept.note(search.rows)
      search.rows.search(on: m.hot("-a-x|", ["a": "a", "x": ""]), clock: m.clock)
      m.expect(search.rows.sketches, "n", Self.states)
    }
    #expect(kept.entries.count == 1)
  }

  // MARK: Lifetime

  @Test func `dropping the loader ends the search`() {
    marbles(frame: .milliseconds(100)) { m in
      let requests = Log<String>()
      let text = m.cold("-a----b---")
      let owned = Owned(
        RowLoader(failure: { _ in .second }) { request async throws(SampleError) -> RowPage in
          requests.note(request.key)
          throw .first
        }
      )
      owned.object?.search(on: text, clock: m.clock)
      m.at(.milliseconds(700)) { owned.object = nil }
      m.expectSubscriptions(text, ["^------!"])
      m.at(.milliseconds(1200)) { #expect(requests.entries == ["a"]) }
    }
  }

  // MARK: Keys

  struct Query: Hashable, Sendable {
    var text: String
    var genre: String
  }

  private struct Filtered {
    let text = BehaviorRelay("")
    let genre = BehaviorRelay("x")
    let requests: MarbleResponses<Query, RowPage, SampleError>
    let rows: PagedLoader<Query, Int, Row, SampleError>

    init(_ m: Marbles) {
      let pages = m.responses(
        to: [Query(text: "a", genre: "x"): "--1|", Query(text: "a", genre: "y"): "--2|"],
        rowPages,
        failure: SampleError.first
      )
      requests = pages
      rows = m.keep(
        PagedLoader(policy: PagingPolicy(), failure: { _ in .second }) {
          request async throws(SampleError) in
          try await pages(request.key, orCancelled: .second)
        }
      )
      rows.search(on: text, clock: m.clock) { [genre] text in
        genre.value == "none" ? nil : Query(text: text, genre: genre.value)
      }
    }

    func choose(_ new: String) {
      genre.accept(new)
      text.accept(text.value)
    }

    var rowIDs: some Publisher<String, Never> {
      rows.states.map { $0.isLoading ? "l" : $0.value.map { "\($0.map(\.id))" } ?? "n" }
    }

    static let shown = ["n": "n", "l": "l", "X": "[1, 2]", "Y": "[3, 4]"]
  }

  @Test func `a new filter is searched immediately, and no key clears`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Filtered(m))
      m.hot("-a") { search.text.accept($0) }
      m.hot("--------y---x--o-x", ["y": "y", "x": "x", "o": "none"]) { search.choose($0) }
      m.expect(search.rowIDs, "n---l-X-l-Y-X--n-X", Filtered.shown)
    }
  }

  @Test func `a debounced text is searched with the current filter`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Filtered(m))
      m.hot("-a") { search.text.accept($0) }
      m.hot("--y") { search.genre.accept($0) }
      m.expect(search.rowIDs, "n---l-Y", Filtered.shown)
    }
  }
}
