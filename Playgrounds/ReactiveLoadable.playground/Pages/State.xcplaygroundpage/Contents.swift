//: # State
//:
//: In Xcode: open the package, choose the scheme `ReactiveLoadable-Package`, build it, and run a
//: page. Each `// →` is a line that the page prints.
//:
//: A screen that keeps a value, an `isLoading` flag and an error can be in eight combinations, and
//: only four of them mean something. `Loadable` has exactly those four.

import ReactiveLoadable

struct Offline: Error, Equatable {}

typealias Podcasts = Loadable<[String], Offline>

//: A view draws a state with one `switch`, and the compiler tells which case it forgot. A loading
//: and a failed state bring the value of before, so that rows can stay while a refresh runs.

func draw(_ podcasts: Podcasts) -> String {
  switch podcasts {
  case .notRequested: "nothing yet"
  case .loading(let loading): "spinner over \(loading.previous ?? [])"
  case .loaded(let titles): "\(titles)"
  case .failed(let failed): "banner over \(failed.previous ?? [])"
  }
}

print(draw(.notRequested))  // → nothing yet
print(draw(.loading))  // → spinner over []
print(draw(.loaded(["Swift"])))  // → ["Swift"]
print(draw(.loading(previous: ["Swift"])))  // → spinner over ["Swift"]
print(draw(.failed(Offline(), previous: ["Swift"])))  // → banner over ["Swift"]

//: Everything else is derived from the state, so nothing can contradict it. `value` is what is
//: loaded; `latest` is what there is to show.

let refreshing = Podcasts.loading(previous: ["Swift"])
print(refreshing.isLoading, refreshing.isRefreshing)  // → true true
print(refreshing.value ?? [], refreshing.latest ?? [])  // → [] ["Swift"]

//: "Nothing found" is not a fifth state either, and it never shows during a first load.

print(Podcasts.loaded([]).isEmpty, Podcasts.loading.isEmpty)  // → true false

//: `map` changes the value in every state, the previous one, too. `zip` makes one state of several.

print(refreshing.map { $0.count }.latest ?? 0)  // → 1

let user = Loadable<String, Offline>.loaded("Ada")
let screen = Loadable<(String, [String]), Offline>.zip(user, refreshing)
print(screen.isLoading, screen.latest?.0 ?? "nobody")  // → true Ada

//: Code that still has the three flags gets one state of them. These are all eight combinations:

for error in [nil, Offline()] {
  for isLoading in [false, true] {
    for value in [nil, ["Swift"]] {
      print(draw(Podcasts(LoadFlags(value: value, isLoading: isLoading, error: error))))
    }
  }
}
// → nothing yet
// → ["Swift"]
// → spinner over []
// → spinner over ["Swift"]
// → banner over []
// → banner over ["Swift"]
// → spinner over []
// → spinner over ["Swift"]

//: On the page about [relays](@next) the flags change over time.
