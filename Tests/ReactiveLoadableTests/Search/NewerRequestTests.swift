import AsyncAlgorithms
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Requests that a stream holds while a newer one reaches the loader.
///
/// A frame is 100 ms, the debounce time is 300 ms, and a load takes 100 ms. `b` is the held text,
/// `x` the newer request.
@Suite struct `A newer request and a held one (L15)` {
  typealias Results = Loader<String, String, SampleError>
  typealias Lists = PagedLoader<String, Int, Row, SampleError>

  static let states: [String: Loadable<String, SampleError>] = [
    "n": .notRequested, "l": .loading, "A": .loaded("A"), "B": .loaded("B"), "X": .loaded("X"),
    "r": .loading(previous: "A"), "S": .loaded("S"),
    "x": .loading(previous: "X", cause: .load),
  ]

  func results(_ m: Marbles, _ policy: LoadPolicy = LoadPolicy()) -> Results {
    let answers = m.responses(
      to: ["a": "-A|", "b": "-B|", "c": "-C|", "x": "-X|"],
      failure: SampleError.first
    )
    return m.keep(
      Loader(policy: policy) { text async throws(SampleError) -> String in
        try await answers(text, orCancelled: .second)
      }
    )
  }

  private func lists(_ m: Marbles) -> Lists {
    let answers = m.responses(
      to: ["a": "-A|", "b": "-B|", "c": "-C|", "x": "-X|"],
      failure: SampleError.first
    )
    return m.keep(
      PagedLoader(failure: { _ in .second }) { request async throws(SampleError) in
        Page([Row(id: 1, text: try await answers(request.key, orCancelled: .second))], next: nil)
      }
    )
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let intent: LoadIntent<String, String>
    let states: String
    var testDescription: String { "\(intent) leads to \(states)" }
  }

  // MARK: The debounced text of a search

  /// `a` was loaded, `b` is typed at 500 ms, and the intent follows at 600 ms.
  static let cases = [
    Case(intent: .load("x"), states: "n---lAlX"),
    Case(intent: .loadIfNeeded("x"), states: "n---lAlX"),
    Case(intent: .loadIfNeeded("a"), states: "n---lA"),
    Case(intent: .cancel, states: "n---lA"),
    Case(intent: .reset, states: "n---lAn"),
    Case(intent: .refresh, states: "n---lArAlB"),
    Case(intent: .retry, states: "n---lA--lB"),
    Case(intent: .set("S"), states: "n---lAS-lB"),
    Case(intent: .invalidate, states: "n---lA--lB"),
  ]

  @Test(arguments: cases)
  func `a search drops its waiting text after a newer request or a withdrawal`(_ example: Case) {
    marbles(frame: .milliseconds(100)) { m in
      let (text, results) = (m.keep(BehaviorRelay("")), results(m))
      results.search(on: text, clock: m.clock)
      m.hot("-a---b") { text.accept($0) }
      m.hot("------i") { _ in results.perform(example.intent) }
      m.expect(results.states, example.states, Self.states)
    }
  }

  @Test(arguments: cases)
  func `a search on an async sequence drops it, too`(_ example: Case) {
    marbles(frame: .milliseconds(100)) { m in
      let (text, results) = (m.keep(PublishRelay<String>()), results(m))
      results.search(on: text.elements, clock: m.clock)
      m.hot("-a---b") { text.accept($0) }
      m.hot("------i") { _ in results.perform(example.intent) }
      m.expect(results.states, example.states, Self.states)
    }
  }

  @Test func `an observed search and one with edits drop it, too`() {
    marbles(frame: .milliseconds(100)) { m in
      let (text, results) = (m.keep(BehaviorRelay("")), results(m))
      m.keep(results.observe(LoadObserver { _ in }))
      results.search(on: text, clock: m.clock)
      m.hot("-a---b") { text.accept($0) }
      m.hot("------x") { _ in results.load("x") }
      m.expect(results.states, "n---lAlX", Self.states)
    }
  }

  @Test func `a text that is typed after the newer request is loaded`() {
    marbles(frame: .milliseconds(100)) { m in
      let (text, results) = (m.keep(BehaviorRelay("")), results(m))
      results.search(on: text, clock: m.clock)
      m.hot("-b-b-") { text.accept($0) }
      m.hot("--x--") { _ in results.load("x") }
      m.expect(results.states, "n-lX--lB", Self.states)
    }
  }

  @Test func `of a tapped and a typed text the later one wins`() {
    marbles(frame: .milliseconds(100)) { m in
      let (typed, tapped) = (m.keep(PublishRelay<String>()), m.keep(PublishRelay<String>()))
      let results = results(m)
      results.search(on: typed, clock: m.clock)
      results.load(on: tapped.elements)
      m.hot("-b-----b") { typed.accept($0) }
      m.hot("---x--x-") { tapped.accept($0) }
      m.expect(results.states, "n--lX-xX--lB", Self.states)
    }
  }

  @Test func `a screen that disappears with a cancel withdraws the text`() {
    marbles(on: MainActor.shared, frame: .milliseconds(100)) { m in
      let (text, results) = (m.keep(PublishRelay<String>()), results(m))
      let model = m.keep(LoaderModel(results, onDisappear: .cancelLoad))
      results.search(on: text, clock: m.clock)
      model.appear("a")
      m.hot("--b") { text.accept($0) }
      m.hot("---d") { _ in model.disappear() }
      m.expect(results.states, "lA----", Self.states)
    }
  }

  @Test(arguments: [
    (PagedIntent<String, Row>.load("x"), "n---lAlX"),
    (.loadIfNeeded("x"), "n---lAlX"),
    (.loadIfNeeded("a"), "n---lA"),
    (.cancel, "n---lA"),
    (.clear, "n---lAn"),
    (.reset, "n---lAn"),
    (.next, "n---lA--lB"),
    (.refresh, "n---lArAlB"),
    (.retry, "n---lA--lB"),
    (.invalidate, "n---lA--lB"),
    (.visible(at: 0), "n---lA--lB"),
  ])
  func `a search of lists drops it, too`(_ intent: PagedIntent<String, Row>, _ states: String) {
    marbles(frame: .milliseconds(100)) { m in
      let (text, lists) = (m.keep(BehaviorRelay("")), lists(m))
      lists.search(on: text, clock: m.clock)
      m.hot("-a---b") { text.accept($0) }
      m.hot("------i") { _ in lists.perform(intent) }
      m.expect(lists.states.map { $0.map { $0.first?.text ?? "" } }, states, Self.states)
    }
  }

  // MARK: The diagrams of the articles

  struct Diagram: Sendable, CustomTestStringConvertible {
    var typed = ""
    var gate = "t"
    var chosen = ""
    var loads = ""
    var cancels = ""
    let states: String
    var testDescription: String { "\(typed)\(chosen) leads to \(states)" }
  }

  @Test(arguments: [
    Diagram(typed: "-b", loads: "--x", states: "n-lX"),
    Diagram(typed: "-b", cancels: "--c", states: "n"),
    Diagram(typed: "---b", loads: "-x", states: "nlX---lB"),
    Diagram(gate: "f----t", chosen: "-b", loads: "--x", states: "n-lX"),
    Diagram(gate: "f---t", chosen: "-b", loads: "--x", states: "n-lX"),
  ])
  func `the diagrams of the contract`(_ diagram: Diagram) {
    marbles { m in
      let (text, chosen) = (m.keep(PublishRelay<String>()), m.keep(PublishRelay<String>()))
      let gate = m.keep(BehaviorRelay(diagram.gate == "t"))
      let results = results(m)
      results.search(on: text, debounce: .milliseconds(30), clock: m.clock)
      results.load(on: chosen.elements.gated(by: gate.elements))
      m.hot(diagram.gate, ["t": true, "f": false]) { gate.accept($0) }
      m.hot(diagram.typed) { text.accept($0) }
      m.hot(diagram.chosen) { chosen.accept($0) }
      m.hot(diagram.loads) { results.load($0) }
      m.hot(diagram.cancels) { _ in results.cancel() }
      m.expect(results.states, diagram.states, Self.states)
    }
  }

  @Test func `the diagram of the article on searches`() {
    marbles(frame: .milliseconds(100)) { m in
      let text = m.keep(PublishRelay<String>())
      let answers = m.responses(
        to: ["a": "--A|", "b": "--B|", "c": "--C|"],
        failure: SampleError.first
      )
      let results = m.keep(
        Loader { text async throws(SampleError) -> String in
          try await answers(text, orCancelled: .second)
        }
      )
      results.search(on: text, clock: m.clock)
      m.hot("-a------c---------c") { text.accept($0) }
      m.hot("---------b") { results.loadIfNeeded($0) }
      var states = Self.states
      states["C"] = .loaded("C")
      m.expect(results.states, "n---l-A--l-B---------l-C", states)
    }
  }

  // MARK: A closed gate

  @Test(arguments: [
    Case(intent: .load("x"), states: "n--lX"),
    Case(intent: .cancel, states: "n"),
    Case(intent: .reset, states: "n"),
    Case(intent: .refresh, states: "n----lB"),
    Case(intent: .set("S"), states: "n--S-lB"),
  ])
  func `a request behind a closed gate is dropped after a newer one`(_ example: Case) {
    marbles(frame: .milliseconds(100)) { m in
      let (chosen, isOnline) = (m.keep(PublishRelay<String>()), m.keep(BehaviorRelay(false)))
      let results = results(m)
      results.load(on: chosen.elements.gated(by: isOnline.elements))
      m.hot("-b") { chosen.accept($0) }
      m.hot("---i") { _ in results.perform(example.intent) }
      m.hot("-----t", ["t": true]) { isOnline.accept($0) }
      m.expect(results.states, example.states, Self.states)
    }
  }

  @Test func `a gate holds the request that was chosen after the newer one`() {
    marbles(frame: .milliseconds(100)) { m in
      let (chosen, isOnline) = (m.keep(PublishRelay<String>()), m.keep(BehaviorRelay(false)))
      let results = results(m)
      results.load(on: chosen.elements.gated(by: isOnline.elements))
      m.hot("---b") { chosen.accept($0) }
      m.hot("-x--") { _ in results.load("x") }
      m.hot("-----t", ["t": true]) { isOnline.accept($0) }
      m.expect(results.states, "nlX--lB", Self.states)
    }
  }

  @Test func `a gate numbers the elements of another sequence when they arrive`() {
    marbles(frame: .milliseconds(100)) { m in
      let (chosen, isOnline) = (m.keep(PublishRelay<String>()), m.keep(BehaviorRelay(false)))
      let lists = lists(m)
      let texts = chosen.elements.map { $0 }
      lists.loadIfNeeded(on: texts.gated(by: isOnline.elements))
      m.hot("-b") { chosen.accept($0) }
      m.hot("---x") { lists.load($0) }
      m.hot("-----t", ["t": true]) { isOnline.accept($0) }
      m.expect(lists.states.map { $0.map { $0.first?.text ?? "" } }, "n--lX", Self.states)
    }
  }
}
