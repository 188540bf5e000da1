//: # Marbles
//:
//: Whether the newest answer wins is a question of *when*. A marble test draws time as text: each
//: character is a frame of 10 ms, in virtual time that waits for nobody. It runs in a test, with
//: Swift Testing or XCTest, and as plain code, as here.

import MarbleTesting
import ReactiveLoadable

//: The states of a search, and the letters that stand for them in the diagrams:

typealias Results = LoadState<String>

let letters: [String: Results] = [
  "n": .notRequested,
  "l": .loading,
  "d": .loaded("swift"),
]

//: `m.hot` plays from the start. `m.cold` plays anew for each load, here three frames of thinking and
//: then the answer. In the fourth frame the second letter is typed: the first load is replaced and
//: cancelled, and only the second one is answered.

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

//: No news is good news. Change a character of the first expectation and run the page: the console
//: shows both lines, one under the other, and points at the frames that differ.
//:
//: ## Short forms
//:
//: The states of a loader have letters of their own: `n`, `l`, `r` for a refresh, `f` and so on; the
//: table only says what is loaded and what fails. `m.responses` answers each request in its own way,
//: and `m.advance` lets the body look in between.

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
//: What happened can be printed as a diagram. A silence longer than twelve frames becomes a time.

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
//: What is ready at one instant may run in any order. An exploring run tries many; a failure is made
//: smaller and names the order that shows it again.

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
