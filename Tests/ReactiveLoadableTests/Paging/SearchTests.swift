import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// A character is 100 ms, the debounce time is 300 ms, and a page takes 200 ms.
///
/// `a`, `b` and `c` are typed as they are, `x` clears the field, `s` is a space, `p` is `a` in
/// spaces.
@Suite struct `Search as you type (P8)` {
  static let texts = ["a": "a", "b": "b", "c": "c", "x": "", "s": " ", "p": " a\n", "w": "ab"]
  static let states = [
    "n": "n", "l": "l", "A": "12…", "B": "34…", "C": "56.", "f": "f", "o": "l12…", "r": "r12…",
  ]

  /// A search with pages for `a`, `b`, `c` and empty text.
  struct Search {
    let text = BehaviorRelay("")
    let (a, b, c): (RowWork, RowWork, RowWork)
    let rows: RowLoader

    init(_ m: Marbles, _ policy: PagingPolicy = PagingPolicy()) {
      (a, b, c) = (m.pages("--1|"), m.pages("--2|"), m.pages("--3|"))
      rows = m.rows(["a": a, "b": b, "c": c, "": a, "ab": b, "f": m.pages("--#")], policy)
    }

    func begin(_ m: Marbles, minimumLength: Int = 1) {
      rows.search(on: text, minimumLength: minimumLength, clock: m.clock)
    }

    func type(_ m: Marbles, _ diagram: String) {
      m.hot(diagram, `Search as you type (P8)`.texts) { text.accept($0) }
    }
  }

  private func check(
    _ typed: String,
    _ states: String,
    _ policy: PagingPolicy = PagingPolicy(),
    minimumLength: Int = 1,
    requests: [String]? = nil
  ) {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m, policy))
      search.begin(m, minimumLength: minimumLength)
      search.type(m, typed)
      m.expect(search.rows.sketches, states, Self.states)
      if let requests { m.expectSubscriptions(search.a, requests) }
    }
  }

  // MARK: The rules

  @Test func `a debounced text loads, a cached one shows immediately, empty text clears`() {
    check("-ab----------c------b-----x", "n----l-B--------l-C-B-----n", requests: [])
  }

  @Test func `the debounce time starts at the last letter`() {
    check("-a-b-a-c", "n---------l-C", requests: [])
  }

  @Test func `white space around a text does not count as typing`() {
    check("-p---------a-p----s", "n---l-A-----------n", requests: ["----^-!"])
  }

  @Test func `empty text cancels immediately`() {
    check("-a---x", "n---ln", requests: ["----^!"])
  }

  @Test func `a text before empty text is never loaded`() {
    check("-a-x-----as-----", "n--------", requests: [])
  }

  @Test func `a minimum length skips shorter texts`() {
    check("-w-----a", "n---l-Bn", minimumLength: 2, requests: [])
  }

  @Test func `empty text may be a search, too`() {
    check("a------x", "n--l-A----l-A", minimumLength: 0, requests: ["---^-!", "----------^-!"])
  }

  @Test func `a cached list replaces a load`() {
    check("-a-------b---a", "n---l-A-----lA", requests: ["----^-!"])
  }

  @Test func `the text before a cached one is never loaded`() {
    check("-a-------ba------", "n---l-A----------", requests: ["----^-!"])
  }

  @Test func `the same text after its debounce time does nothing`() {
    let stale = PagingPolicy(load: LoadPolicy(freshness: .never))
    check("-a--------a-p----", "n---l-A----------", stale, requests: ["----^-!"])
  }

  @Test func `a text typed away and back within the debounce time does nothing`() {
    let stale = PagingPolicy(load: LoadPolicy(freshness: .never))
    check("-a--------bcba----ba", "n---l-A-------------", stale, requests: ["----^-!"])
  }

  @Test func `a text typed away and back does nothing while its list is in flight`() {
    check("-a---ba---", "n---l-A---", requests: ["----^-!"])
  }

  @Test func `a stale cached list is visible, and refreshed`() {
    let stale = PagingPolicy(load: LoadPolicy(freshness: .never))
    check(
      "-a------b-------a",
      "n---l-A----l-B--r-A",
      stale,
      requests: ["----^-!", "----------------^-!"]
    )
  }

  // MARK: The visible list

  @Test func `old results disappear after the debounce time of the new text`() {
    check("-a------b", "n---l-A----l-B")
  }

  @Test func `old results may stay until the new ones arrive, and disappear with empty text`() {
    let policy = PagingPolicy(load: LoadPolicy(previous: .always))
    check("-a------b-------x----c---x", "n---l-A----o-B--n-------ln", policy)
  }

  // MARK: The initial text

  @Test func `empty text restores not requested`() {
    check("-----", "n")
  }

  @Test func `the initial text is debounced, too`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      search.text.accept("a")
      search.begin(m)
      m.expect(search.rows.sketches, "n--l-A", Self.states)
    }
  }

  // MARK: Failures and other intents

  @Test func `a failure stays for a retry, or another text`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      search.begin(m)
      m.hot("-f-------af---b-----f", ["f": "f", "a": "a", "b": "b"]) { search.text.accept($0) }
      m.expect(search.rows.sketches, "n---l-f----------l-B---l-f", Self.states)
    }
  }

  @Test func `a text whose list was cancelled or cleared is loaded again`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      search.begin(m)
      search.type(m, "-b----ab-----------ab")
      m.hot("-----o") { _ in search.rows.cancel() }
      m.hot("----------------o") { _ in search.rows.clear() }
      m.expect(search.rows.sketches, "n---ln----l-B---n---B", Self.states)
      m.expectSubscriptions(search.b, ["----^!", "----------^-!"])
    }
  }

  @Test func `a text whose list was replaced by another load is shown again`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      search.begin(m)
      search.type(m, "-b------------ab")
      m.hot("--------o") { _ in search.rows.load("c") }
      m.expect(search.rows.sketches, "n---l-B-l-C----B", Self.states)
    }
  }

  @Test(.needsImmediateTasks) func `text typed while a load starts follows it`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      search.begin(m)
      let typing = search.rows.states.sink { if $0.isLoading { search.text.accept("") } }
      m.keep(typing)
      search.type(m, "-a")
      m.expect(search.rows.sketches, "n---(ln)", Self.states)
      m.expectSubscriptions(search.a, ["----(^!)"])
    }
  }

  @Test func `without a debounce time every text is loaded immediately`() {
    marbles(frame: .milliseconds(100)) { m in
      let search = m.keep(Search(m))
      search.rows.search(on: search.text, debounce: .zero, clock: m.clock)
      search.type(m, "-a-b---xb")
      m.expect(search.rows.sketches, "nl-l-B-nB", Self.states)
    }
  }
}
