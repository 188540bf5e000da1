//: # State
//:
//: In Xcode: open the package, choose the scheme `ReactiveLoadable-Package`, build it, and run a
//: page. Each `// →` is a line that the page prints.
//:
//: A value, an `isLoading` flag and an error have eight combinations, and only four of them are
//: meaningful. `Loadable` has exactly those four.

import ReactiveLoadable

struct Offline: Error, Equatable {}

typealias Podcasts = Loadable<[String], Offline>

//: A view draws a state with one `switch`, and the compiler reports missing cases. A loading and a
//: failed state have the previous value, so rows can stay visible during a refresh.

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

//: All other properties are derived from the state, so they cannot contradict it. `value` is the loaded
//: value. `latest` is the value to draw: the loaded or the previous one.

let refreshing = Podcasts.loading(previous: ["Swift"])
print(refreshing.isLoading, refreshing.isRefreshing)  // → true true
print(refreshing.value ?? [], refreshing.latest ?? [])  // → [] ["Swift"]

//: An empty result is not a fifth state. `isEmpty` is `false` during a first load.

print(Podcasts.loaded([]).isEmpty, Podcasts.loading.isEmpty)  // → true false

//: `map` transforms the value and the previous value of every state. `zip` combines several states.

print(refreshing.map { $0.count }.latest ?? 0)  // → 1

let user = Loadable<String, Offline>.loaded("Ada")
let screen = Loadable<(String, [String]), Offline>.zip(user, refreshing)
print(screen.isLoading, screen.latest?.0 ?? "nobody")  // → true Ada

//: `LoadFlags` converts three flags into one state. These are all eight combinations:

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

//: The next page is about [relays](@next), with flags that change over time.
