//: # Marbles
//:
//: Whether the newest response wins depends on *timing*. A marble test draws time as text: each
//: character is a frame of 10 ms in virtual time, which passes without real waiting. Marble tests run
//: in Swift Testing and XCTest, and as plain code, as here.

import LoadableTesting
import ReactiveLoadable

//: The states of a search, and their letters in the diagrams:

typealias Results = LoadState<String>

let letters: [String: Results] = [
  "n": .notRequested,
  "l": .loading,
  "d": .loaded("swift"),
]

//: `m.hot` starts with the run. `m.cold` starts again for each load: here the response arrives after
//: three frames. The second letter is typed in the fourth frame. The second load replaces and cancels
//: the first one, and only the second one ends with a value.

func theNewestAnswerWins() {
  marbles { m in
    let query = m.hot("-s-w-----|")
    let answer = m.cold("---x|", ["x": "swift"])
    let search = m.keep(Loader { (_: String) in try await answer() })
    search.load(on: query)

    m.expect(search.states, "nl-l--d", letters)
    m.expectSubscriptions(answer, ["-^-!", "---^--!"])
  }
}

theNewestAnswerWins()

//: A test that passes prints nothing. Change a character of the first expectation and run the page:
//: the console shows the expected and the actual diagram and marks the frames that differ.
//:
//: ## Short forms
//:
//: `.states` has letters for the states of a loader: `n`, `l`, `r` for a refresh, `f` and others. Its
//: table needs only the loaded values and the errors. `m.responses` has a diagram for each request, and
//: `m.advance` runs time up to a point at which the test reads a state.

func aSlowTermDoesNotShow() {
  marbles { m in
    let answer = m.responses(to: ["s": "----a|", "swift": "-b|"], ["a": "S", "b": "Swift"])
    let search = m.keep(Loader { (term: String) in try await answer(term) })
    m.expect(search.states, "-l-ld", .states(loaded: ["d": "Swift"]), checking: .drawn)
    m.expect(answer.requests, "-s-'swift'")
    m.at(.milliseconds(10)) { search.load("s") }
    m.at(.milliseconds(30)) { search.load("swift") }
    m.advance(to: .milliseconds(35))
    print(search.state)  // → loading
    m.advance(by: .milliseconds(5))
    print(search.state)  // → loaded("Swift")
  }
}

aSlowTermDoesNotShow()

//: ## Recording
//:
//: `MarbleDiagram(quantizing:)` makes a diagram of recorded values and times. A pause of more than
//: twelve frames becomes a duration.

func recording() -> MarbleDiagram {
  var seen: [(Duration, String)] = []
  marbles { m in
    let answer = m.cold("500ms x|", ["x": "swift"])
    let search = m.keep(Loader { try await answer() })
    let clock = m.clock
    let names = search.states.map { state in letters.first { $0.value == state }?.key ?? "?" }
    m.keep(names.sink { seen.append((clock.now.offset, $0)) })
    m.at(.milliseconds(20)) { search.load() }
  }
  return MarbleDiagram(quantizing: seen)
}

print(recording())  // → n-l 490ms d

//: ## Finding races
//:
//: Jobs that are ready at the same instant can run in any order. An exploring run tries many orders. It
//: shrinks a failing order and prints the argument that replays it.

func itHoldsInEveryOrder() {
  var runs = 0
  marbles(exploring: 100) { m in
    runs += 1
    let relay = BehaviorRelay("a")
    m.at(.milliseconds(10)) { relay.accept("b") }
    m.expect(relay, "ab")
  }
  print("\(runs) orders")
}

itHoldsInEveryOrder()  // → 100 orders
