//: # Loading
//:
//: A `Loader` turns an async function into one `Loadable` state and a few intents. The server of this
//: page counts its calls and can be switched off.

import ReactiveLoadable

struct Offline: Error {}

actor Server {
  private(set) var calls = 0
  private var isDown = false

  func switchOff(_ isDown: Bool) { self.isDown = isDown }

  func podcasts() throws(Offline) -> [String] {
    calls += 1
    if isDown { throw Offline() }
    return ["Swift", "Relay \(calls)"]
  }
}

let server = Server()
let podcasts = Loader { () async throws(Offline) in try await server.podcasts() }

//: A subscriber receives the current state first, then every change, in order.

let drawing = podcasts.states.sink { state in
  switch state {
  case .notRequested: print("nothing yet")
  case .loading(let loading): print("spinner over \(loading.previous ?? [])")
  case .loaded(let titles): print("rows \(titles)")
  case .failed(let failed): print("banner over \(failed.previous ?? [])")
  }
}
// → nothing yet

//: The screen appears several times. `loadIfNeeded` starts one load, and later calls join it.

for _ in 1...3 { podcasts.loadIfNeeded() }
await podcasts.loadIfNeeded().outcome()
// → spinner over []
// → rows ["Swift", "Relay 1"]
print("calls: \(await server.calls)")  // → calls: 1

//: During a pull to refresh the rows stay visible. The closure of `.refreshable` awaits the outcome, so
//: the spinner stays until the load ends.

await podcasts.refresh().outcome()
// → spinner over ["Swift", "Relay 1"]
// → rows ["Swift", "Relay 2"]

//: After a failure the rows stay visible, too. `retry` loads again.

await server.switchOff(true)
await podcasts.refresh().outcome()
// → spinner over ["Swift", "Relay 2"]
// → banner over ["Swift", "Relay 2"]

await server.switchOff(false)
await podcasts.retry().outcome()
// → spinner over ["Swift", "Relay 2"]
// → rows ["Swift", "Relay 4"]

//: `set` publishes a value from another source. `reset` returns to the state `notRequested`.

podcasts.set(["Edited"])  // → rows ["Edited"]
podcasts.reset()  // → nothing yet

//: A loader with requests publishes the result of the newest one. Here the load of "s" is slow and
//: ignores its cancellation. Its result arrives after that of "swift" and is dropped.

let late = AsyncStream<Void>.makeStream()
let search = Loader { (text: String) in
  if text == "s" { await Task { for await _ in late.stream {} }.value }
  return "results for \(text)"
}

let slow = search.load("s")
let quick = search.load("swift")
print(await quick.outcome().value ?? "nothing")  // → results for swift
print(await slow.outcome())  // → replaced
late.continuation.finish()
print(search.state.value ?? "nothing")  // → results for swift

//: `Once` is a gate for other work that must run only once. `run` returns `true` for the call that
//: ran its closure.

let appeared = Once()
print(appeared.run { print("first time") })
// → first time
// → true
print(appeared.run { print("never") })  // → false

//: Other ways to load once are on the [next page](@next).
