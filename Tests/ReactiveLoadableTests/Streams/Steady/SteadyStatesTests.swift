import LoadableTesting
import ReactiveLoadable
import Testing

/// The diagrams of the article, in which a character is 100 ms.
@Suite struct `States shown steadily (L10, F1-F7)` {
  typealias State = Loadable<String, SampleError>

  static let states: [String: State] = [
    "n": .notRequested, "l": .loading, "r": .loading(previous: "A"),
    "1": .loading(Loading(progress: 0.1)), "2": .loading(Loading(progress: 0.2)),
    "A": .loaded("A"), "B": .loaded("B"), "f": .failed(.first),
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let states: String
    let shown: String
    var delay = Duration.milliseconds(200)
    var minimum = Duration.milliseconds(500)

    var testDescription: String { "\(states) after \(delay) for \(minimum)" }
  }

  @Test(arguments: [
    Case(states: "l-A", shown: "l----A"),
    Case(states: "nlA", shown: "n-A"),
    Case(states: "nl1------A", shown: "n--1-----A"),
    Case(states: "nlr-A", shown: "n-r----A"),
    Case(states: "nl----A", shown: "n--l----A"),
    Case(states: "nl--12----A", shown: "n--l12----A"),
    Case(states: "nl--AB", shown: "n--l----B"),
    Case(states: "nl-------A", shown: "n--l-----A"),
    Case(states: "nl--fl-A", shown: "n--l-l--A"),
    Case(states: "nl|", shown: "n-(l|)"),
    Case(states: "nl---A|", shown: "n--l--(A|)"),
    Case(states: "nlA", shown: "nl----A", delay: .zero),
    Case(states: "nl---AlB", shown: "n--l-A-B", minimum: .zero),
  ])
  func `steady states follow the contract`(_ example: Case) { check(example) }

  @Test(arguments: [
    Case(states: "", shown: ""),
    Case(states: "|", shown: "|"),
    Case(states: "A|", shown: "A|"),
    Case(states: "nA-B-f-n", shown: "nA-B-f-n"),
    // Each load has a separate delay.
    Case(states: "nlAlBlfln", shown: "n-A-B-f-n"),
    Case(states: "nlAl", shown: "n-A--l"),
    // A value is visible already, so a delay shows nothing else.
    Case(states: "Ar----B", shown: "A--r----B"),
    Case(states: "Al----B", shown: "A--l----B"),
    Case(states: "fr-B", shown: "fr----B"),
    Case(states: "nl---------lA", shown: "n--l-------lA"),
    Case(states: "l-fl---A", shown: "l--l---A"),
    Case(states: "nlA", shown: "nl----A", delay: .milliseconds(-1)),
    Case(states: "l1AlB", shown: "l1A-B", minimum: .milliseconds(-1)),
    Case(states: "nlAl", shown: "nlAl", delay: .zero, minimum: .zero),
  ])
  func `steady states follow the contract beyond its diagrams`(_ example: Case) { check(example) }

  private func check(_ example: Case) {
    marbles(frame: .milliseconds(100)) { m in
      let shown = m.hot(example.states, Self.states).steadied(
        showingAfter: example.delay,
        forAtLeast: example.minimum,
        clock: m.clock
      )
      m.expect(shown, example.shown, Self.states)
    }
  }

  @Test func `a loader's short loads show no spinner, its long ones a steady one`() {
    marbles(frame: .milliseconds(100)) { m in
      let answers = m.responses(to: ["short": "-A|", "long": "---B|"])
      let loader = m.keep(
        Loader { (request: String) async throws(SampleError) -> String in
          do { return try await answers(request) } catch { throw .first }
        }
      )
      m.hot("-a---b", ["a": "short", "b": "long"]) { loader.load($0) }
      m.expect(loader.states, "nlA--l--B", Self.states)
      m.expect(loader.states.steadied(clock: m.clock), "n-A----l----B", Self.states)
    }
  }

  @Test func `each subscriber has separate times`() {
    marbles(frame: .milliseconds(100)) { m in
      let states = m.keep(BehaviorRelay(State.notRequested))
      m.hot("-l-----A", Self.states, states.accept)
      let shown = states.steadied(clock: m.clock)
      let late = m.keep(PublishRelay<State>())
      m.at(.milliseconds(400)) { m.keep(shown.sink { late.accept($0) }) }
      m.expect(shown, "n--l----A", Self.states)
      m.expect(late, "----l----A", Self.states)
    }
  }
}
