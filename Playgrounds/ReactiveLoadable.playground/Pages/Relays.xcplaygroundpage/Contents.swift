//: # Relays
//:
//: A relay is a subject that cannot fail and that no upstream can complete. Here a `BehaviorRelay` holds
//: the text of a search field. A new subscriber receives the current text first.

import ReactiveLoadable

struct Offline: Error {}

let query = BehaviorRelay("")
let typing = query.sink { print("query '\($0)'") }  // → query ''
query.accept("swift")  // → query 'swift'
query.update { $0 += " relay" }  // → query 'swift relay'
print(query.value)  // → swift relay

//: A `PublishRelay` replays nothing, which suits taps. A `ReplayRelay` replays the last values.

let taps = PublishRelay<String>()
taps.accept("too early")
let tapping = taps.sink { print("tap on \($0)") }
taps.accept("reload")  // → tap on reload

let lines = ReplayRelay<Int>(capacity: 2)
for line in 1...3 { lines.accept(line) }
let reading = lines.sink { print("line \($0)") }
// → line 2
// → line 3

//: A re-entrant `accept` is queued until the current value is delivered, so all subscribers receive the
//: values in the same order.

let count = BehaviorRelay(0)
let first = count.sink { if $0 == 1 { count.accept(2) } }
let second = count.sink { print("count \($0)") }  // → count 0
count.accept(1)
// → count 1
// → count 2

//: ## Subjects feed relays
//:
//: A subject, or any other publisher, can be bound to a relay. Its completion does not complete the
//: relay. A failure is passed to the closure of the binding.

let legacy = CurrentValueSubject<String, Never>("from a subject")
let binding = legacy.bind(to: query)  // → query 'from a subject'
legacy.send(completion: .finished)
query.accept("still works")  // → query 'still works'

let unreliable = PassthroughSubject<String, Offline>()
let guarded = unreliable.bind(to: query) { print("failed: \($0)") }
unreliable.send(completion: .failure(Offline()))  // → failed: Offline()

//: A subject can subscribe to a relay.

let mirror = CurrentValueSubject<String, Never>("")
let mirroring = query.subscribe(mirror)
print(mirror.value)  // → still works

//: ## Subjects feed a loader
//:
//: `load(on:)` loads each value of a subject as a request.

let requests = PassthroughSubject<String, Never>()
let lengths = Loader { (text: String) in text.count }
lengths.load(on: requests)
requests.send("four")
for await state in lengths.states.elements {
  if let length = state.value {
    print("length \(length)")  // → length 4
    break
  }
}

//: ## Subjects feed a collapse
//:
//: A legacy view model sets its three flags one after the other. A `FlagCollapse` publishes a state
//: when no flag has changed for the quiet time, here 100 ms. It never publishes the state between two
//: changes, in which `isLoading` is false and the value is still missing.

let value = CurrentValueSubject<String?, Never>(nil)
let isLoading = CurrentValueSubject<Bool, Never>(true)
let errors = PassthroughSubject<Offline, Never>()
let collapse = FlagCollapse(
  value: value,
  isLoading: isLoading,
  error: errors.map(Optional.some),
  quiet: .milliseconds(100)
)
print(collapse.state.isLoading)  // → true
isLoading.send(false)
value.send("Swift")
for await state in collapse.states.elements where !state.isLoading {
  print(state.value ?? "nothing")  // → Swift
  break
}

//: The next page is about [loading](@next).
