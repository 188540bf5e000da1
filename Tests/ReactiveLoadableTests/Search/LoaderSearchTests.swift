import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The rules of P8 for a ``Loader``, which shares them with paged lists.
///
/// A character is 100 ms, the debounce time is 300 ms, and a load takes 200 ms. `a`, `b` and `c`
/// are typed as they are, `x` clears the field, `s` is a space, `p` is `a` in spaces.
@Suite struct `A loader with search as you type (P8)` {
  typealias Results = Loader<String, String, SampleError>

  static let texts = [
    "a": "a", "b": "b", "c": "c", "f": "f", "x": "", "s": " ", "p": " a\n", "w": "ab",
  ]
  static let states: [String: Loadable<String, SampleError>] = [
    "n": .notRequested, "l": .loading, "A": .loaded("A"), "B": .loaded("B"), "C": .loaded("C"),
    "f": .failed(.first), "o": .loading(previous: "A", cause: .load),
    "r": .loading(previous: "C"),
  ]

  struct Search {
    let text = BehaviorRelay("")
    let requested = Log<String>()
    let results: Results

    init(_ m: Marbles, _ policy: LoadPolicy = LoadPolicy()) {
      let answers = m.responses(
        to: ["a": "--A|", "b": "--B|", "c": "--C|", "ab": "--B|", "": "--A|", "f": "--#"],
        failure: SampleError.first
      )
      results = m.keep(
        Loader(policy: policy) { [requested] text async throws(SampleError) -> String in
          requested.note(text)
          return try await answers(text, orCancelled: .second)
        }
      )
    }

    func type(_ m: Marbles, _ diagram: String) {
      m.hot(diagram, `A loader with search as you type (P8)`.texts) { text.accept($0) }
    }
  }

  private func check(
    _ typed: String,
    _ states: String,
    _ policy: LoadPolicy = LoadPolicy(),
    minimumLength: Int = 1,
    requests: [String],
    besides: (Marbles, Search) -> Void = { _, _ in }
  ) {
    let requested = Log<Log<String>>()
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m, policy))
      requested.note(search.requested)
      search.results.search(on: search.text, minimumLength: minimumLength, clock: m.clock)
      search.type(m, typed)
      besides(m, search)
      m.expect(search.results.states, states, Self.states)
    }
    #expect(requested.entries.map(\.entries) == [requests])
  }

  // MARK: The rules

  @Test func `a debounced text is loaded, empty text clears immediately`() {
    check(
      "-ab----------c------x---a---x",
      "n----l-B--------l-C-n------ln",
      requests: ["b", "c", "a"]
    )
  }

  @Test func `clearing the field during a load clears immediately`() {
    check("-a---x", "n---ln", requests: ["a"])
  }

  @Test func `the debounce time starts at the last letter`() {
    check("-a-b-a-c", "n---------l-C", requests: ["c"])
  }

  @Test func `white space around a text does not count`() {
    check("-p---------a-p----s", "n---l-A-----------n", requests: ["a"])
  }

  @Test func `a text before empty text is never loaded`() {
    check("-a-x-----as-----", "n--------", requests: [])
  }

  @Test func `a minimum length skips shorter texts`() {
    check("-w-----a", "n---l-Bn", minimumLength: 2, requests: ["ab"])
  }

  @Test func `with a minimum length of zero empty text is loaded`() {
    check("a------x", "n--l-A----l-A", minimumLength: 0, requests: ["a", ""])
  }

  @Test func `the same text again does nothing, loaded or loading`() {
    let stale = LoadPolicy(freshness: .never)
    check("-a---ba---a-p---bcba----ba", "n---l-A-------------------", stale, requests: ["a"])
  }

  @Test func `a failure stays for a retry or another text`() {
    check("-f-------af---b", "n---l-f----------l-B", requests: ["f", "b"])
  }

  @Test func `the old value stays until the new one arrives, if the policy says so`() {
    check(
      "-a------b-------x----c---x",
      "n---l-A----o-B--n-------ln",
      LoadPolicy(previous: .always),
      requests: ["a", "b", "c"]
    )
  }

  // MARK: Other intents

  @Test func `a text that was cancelled or reset is loaded again`() {
    check("-b----ab-----------ab", "n---ln----l-B---n------l-B", requests: ["b", "b", "b"]) {
      m,
      search in
      m.hot("-----o") { _ in search.results.cancel() }
      m.hot("----------------o") { _ in search.results.reset() }
    }
  }

  @Test func `a text that was loaded manually shows immediately, also when it is stale`() {
    let stale = LoadPolicy(freshness: .never)
    check("-------c", "nl-C---r-C", stale, requests: ["c", "c"]) { m, search in
      m.hot("-o") { _ in search.results.load("c") }
    }
  }

  @Test func `a value that was set before is not of any text`() {
    check("-a", "C---l-A", requests: ["a"]) { _, search in search.results.set("C") }
  }

  // MARK: Inputs

  @Test func `an async sequence is searched, too`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      search.results.search(on: search.text.elements, clock: m.clock)
      search.type(m, "-ab----------c---x")
      m.expect(search.results.states, "n----l-B--------ln", Self.states)
    }
  }

  @Test func `dropping the loader ends the search`() {
    marbles(frame: .milliseconds(100)) { m in
      let text = m.cold("-a----b---")
      let owned = Owned(Loader { (text: String) in text })
      owned.object?.search(on: text, clock: m.clock)
      m.at(.milliseconds(700)) { owned.object = nil }
      m.expectSubscriptions(text, ["^------!"])
    }
  }

  @Test func `the end of the debounce time and empty text in one instant clear, in any order`() {
    marbles(exploring: 200, frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      search.results.search(on: search.text.elements, clock: m.clock)
      search.type(m, "-a--x")
      m.at(.milliseconds(900)) { #expect(search.results.state == .notRequested) }
    }
  }

  // MARK: Requests

  struct Query: Hashable, Sendable {
    var text: String
    var genre: String
  }

  @Test func `a new filter is loaded immediately, and no request clears`() {
    marbles(frame: .milliseconds(100)) { m in
      let (text, genre) = (BehaviorRelay(""), BehaviorRelay("x"))
      let answers = m.responses(
        to: [Query(text: "a", genre: "x"): "--A|", Query(text: "a", genre: "y"): "--B|"],
        failure: SampleError.first
      )
      let results = m.keep(
        Loader { (query: Query) async throws(SampleError) -> String in
          try await answers(query, orCancelled: .second)
        }
      )
      results.search(on: text, clock: m.clock) { text in
        genre.value == "none" ? nil : Query(text: text, genre: genre.value)
      }
      m.hot("-a") { text.accept($0) }
      m.hot("--------y------o", ["y": "y", "o": "none"]) {
        genre.accept($0)
        text.accept(text.value)
      }
      m.expect(results.states, "n---l-A-l-B----n", Self.states)
    }
  }
}
