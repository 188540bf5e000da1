//: # Policies
//:
//: A `LoadPolicy` configures freshness, retries and timeouts of a loader, and its clock. Here the
//: clock is that of a marble run, so seconds and minutes pass immediately.

import LoadableTesting
import ReactiveLoadable

struct Offline: Error {}

func draw(_ state: LoadState<String>) -> String {
  switch state {
  case .notRequested: "nothing yet"
  case .loading(let loading):
    "spinner over \(loading.previous ?? "nothing"), attempt \(loading.attempt)"
  case .loaded(let text): "\(text)"
  case .failed(let failed): "banner over \(failed.previous ?? "nothing")"
  }
}

//: ## Fresh for a minute
//:
//: The screen appears at the start, after half a minute, and after two minutes. It calls
//: `loadIfNeeded` each time. The second call loads nothing, because the rows are fresh.

func aMinute() {
  marbles { m in
    let answer = m.cold("-a|", ["a": "rows"])
    let policy = LoadPolicy(freshness: .lasting(.seconds(60)), clock: m.clock)
    let podcasts = m.keep(Loader(policy: policy) { try await answer() })
    m.keep(podcasts.states.sink { print(draw($0)) })
    for seconds in [0, 30, 120] { m.at(.seconds(seconds)) { podcasts.loadIfNeeded() } }
    m.expectSubscriptions(answer, ["^!", " 120s ^!"])
  }
}

aMinute()
// → nothing yet
// → spinner over nothing, attempt 0
// → rows
// → spinner over rows, attempt 0
// → rows

//: `invalidate` marks the value as stale. The next `loadIfNeeded` loads it again.
//:
//: ## Retries
//:
//: The network fails twice. The delays are one second, then two. The state stays loading and has the
//: number of the attempt.

func twoRetries() {
  marbles { m in
    let answer = m.cold("-#", ["a": "rows"], failure: Offline(), then: ["-#", "-a|"])
    let retry = RetryPolicy.exponential(from: .seconds(1), limit: 3)
    let podcasts = m.keep(
      Loader(policy: LoadPolicy(retry: retry, clock: m.clock)) { try await answer() }
    )
    m.keep(podcasts.states.sink { print(draw($0)) })
    m.at(.zero) { podcasts.load() }
    m.expectSubscriptions(answer, ["^!", " 1010ms ^!", " 3020ms ^!"])
  }
}

twoRetries()
// → nothing yet
// → spinner over nothing, attempt 0
// → spinner over nothing, attempt 1
// → spinner over nothing, attempt 2
// → rows

//: ## An optimistic update
//:
//: A mutation that edits a loader publishes its change before the server confirms it. The server
//: saves the first edit and refuses the second one. Only the second edit is rolled back.

func twoEdits() {
  marbles { m in
    let (answer, refuses) = (m.cold("-a|", ["a": "milk"]), m.cold("--#", failure: Offline()))
    let saves = m.cold("---s|")
    let list = m.keep(Loader { try await answer() })
    let add = m.keep(
      Mutation(editing: list) { (item: String, list) in
        list += ", " + item
      } write: { item in
        item == "gold" ? try await refuses() : try await saves()
      }
    )
    m.keep(list.states.sink { print(draw($0)) })
    m.at(.zero) { list.load() }
    m.at(.seconds(1)) { add.run("bread") }
    m.at(.seconds(2)) { add.run("gold") }
    m.at(.seconds(3)) { print("\(add.history.value.count) writes, \(draw(list.state))") }
  }
}

twoEdits()
// → nothing yet
// → spinner over nothing, attempt 0
// → milk
// → milk, bread
// → milk, bread, gold
// → milk, bread
// → 2 writes, milk, bread

//: ## A spinner that does not flash
//:
//: `steadied` hides the loading state of a short load. A loading state that is visible stays for a
//: minimum time. The first load takes a tenth of a second, the second one a second.

func aSteadySpinner() {
  marbles(frame: .milliseconds(100)) { m in
    let answer = m.cold("-a|", ["a": "quick", "b": "slow"], then: ["----------b|"])
    let podcasts = m.keep(Loader { try await answer() })
    m.keep(podcasts.states.steadied(clock: m.clock).sink { print(draw($0)) })
    m.at(.seconds(1)) { podcasts.load() }
    m.at(.seconds(2)) { podcasts.refresh() }
  }
}

aSteadySpinner()
// → nothing yet
// → quick
// → spinner over quick, attempt 0
// → slow

//: The last page is about such [tests](@next).
