//: # Loading
//:
//: A `Loader` turns an async function into one `Loadable` state and a few intents. This is the
//: server of the story; it counts its calls and can be switched off.

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

//: Whoever observes it sees the current state first, then every change, in order.

let drawing = podcasts.states.sink { state in
  switch state {
  case .notRequested: print("nothing yet")
  case .loading(let loading): print("spinner over \(loading.previous ?? [])")
  case .loaded(let titles): print("rows \(titles)")
  case .failed(let failed): print("banner over \(failed.previous ?? [])")
  }
}
// → nothing yet

//: The screen appears, and appears again: it is loaded once and only once.

for _ in 1...3 { podcasts.loadIfNeeded() }
await podcasts.loadIfNeeded().outcome()
// → spinner over []
// → rows ["Swift", "Relay 1"]
print("calls: \(await server.calls)")  // → calls: 1

//: Pull to refresh keeps the rows. Awaiting the outcome is what `.refreshable` needs.

await podcasts.refresh().outcome()
// → spinner over ["Swift", "Relay 1"]
// → rows ["Swift", "Relay 2"]

//: A failure keeps them, too, and can be tried again.

await server.switchOff(true)
await podcasts.refresh().outcome()
// → spinner over ["Swift", "Relay 2"]
// → banner over ["Swift", "Relay 2"]

await server.switchOff(false)
await podcasts.retry().outcome()
// → spinner over ["Swift", "Relay 2"]
// → rows ["Swift", "Relay 4"]

//: `set` shows a value that came another way, and `reset` forgets everything.

podcasts.set(["Edited"])  // → rows ["Edited"]
podcasts.reset()  // → nothing yet

//: A loader with a request answers the newest one. Here the answer to "s" is slow and ignores that
//: it was cancelled; it comes when "swift" has long been shown, and changes nothing.

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

//: `Once` is the gate under "once and only once", for whatever else has to happen once.

let appeared = Once()
print(appeared.run { print("first time") })
// → first time
// → true
print(appeared.run { print("never") })  // → false

//: Other ways to load once are on the [next page](@next).
