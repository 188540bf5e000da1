//: # Relays
//:
//: A relay is a subject that cannot fail and that no upstream can end. The text of a search field
//: lives in one: the field accepts, and whoever subscribes sees the current text first.

import ReactiveLoadable

struct Offline: Error {}

let query = BehaviorRelay("")
let typing = query.sink { print("query '\($0)'") }  // → query ''
query.accept("swift")  // → query 'swift'
query.update { $0 += " relay" }  // → query 'swift relay'
print(query.value)  // → swift relay

//: A `PublishRelay` remembers nothing; it carries taps. A `ReplayRelay` remembers the last values.

let taps = PublishRelay<String>()
taps.accept("too early")
let tapping = taps.sink { print("tap on \($0)") }
taps.accept("reload")  // → tap on reload

let lines = ReplayRelay<Int>(capacity: 2)
for line in 1...3 { lines.accept(line) }
let reading = lines.sink { print("line \($0)") }
// → line 2
// → line 3

//: An accept from inside a subscriber waits for its turn, so all see the same order.

let count = BehaviorRelay(0)
let first = count.sink { if $0 == 1 { count.accept(2) } }
let second = count.sink { print("count \($0)") }  // → count 0
count.accept(1)
// → count 1
// → count 2

//: ## Subjects feed relays
//:
//: Raw subjects, and any other publishers, feed a relay. Their end is not its end, and a failure is
//: handed to whoever binds.

let legacy = CurrentValueSubject<String, Never>("from a subject")
let binding = legacy.bind(to: query)  // → query 'from a subject'
legacy.send(completion: .finished)
query.accept("still works")  // → query 'still works'

let unreliable = PassthroughSubject<String, Offline>()
let guarded = unreliable.bind(to: query) { print("failed: \($0)") }
unreliable.send(completion: .failure(Offline()))  // → failed: Offline()

//: And a relay feeds a subject.

let mirror = CurrentValueSubject<String, Never>("")
let mirroring = query.subscribe(mirror)
print(mirror.value)  // → still works

//: ## Subjects feed a loader
//:
//: What a subject sends is loaded where it is sent.

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
//: A legacy view model sets its three flags one after the other. The collapse waits until they
//: rest, so nobody sees the moment in which `isLoading` is false and the value is not there yet.

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

//: Next comes [loading](@next).
