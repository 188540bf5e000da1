import CombineShim
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Descriptions of stores` {
  @Test func `a store prints its state on one line`() {
    let store = Store(Counter.State(count: 3)) { Counter() }
    #expect("\(store)" == "Store(State(count: 3, seen: []))")
    #expect(store.debugDescription == "\(store); 0 subscribers")
    let subscription = store.states.sink { _ in }
    #expect(store.debugDescription == "\(store); 1 subscriber")
    var dumped = ""
    dump(store, to: &dumped)
    #expect(dumped.contains("- count: 3") && !dumped.contains("lifetime"))
    withExtendedLifetime(subscription) {}
  }

  @Test func `an effect prints its operations, and a handle whether it has ended`() async {
    #expect("\(Effect<Int>.none)" == "Effect<Int>: none")
    let effect = Effect<Int>.merge(.send(1), .run { _ in }, .publisher { Empty<Int, Never>() })
    #expect("\(effect)" == "Effect<Int>: send, run, publisher")
    let gate = Gate()
    let store = Store(0) { Reduce<Int, Int> { _, _ in .run { _ in await gate.wait() } } }
    let task = store.send(1)
    #expect("\(task)" == "StoreTask: in flight")
    gate.open()
    await task.finish()
    #expect("\(task)" == "StoreTask: ended")
  }

  @Test @MainActor func `a dump of a model has its state, and a text is in quotes`() {
    let store = Store("") { Reduce<String, Int> { _, _ in .none } }
    let model = StoreModel(store)
    #expect("\(store) \(model)" == #"Store("") StoreModel("")"#)
    var dumped = ""
    dump(model, to: &dumped)
    #expect(dumped == #"▿ StoreModel("") #0\#n  - state: ""\#n"#)
  }

  @Test @MainActor func `a huge state is cut`() {
    let huge = String(repeating: "line\n", count: 200_000)
    let store = Store(Counter.State(seen: Array(repeating: huge, count: 1_000))) { Counter() }
    let texts = [
      "\(store)", store.debugDescription, "\(StoreModel(store))",
      "\(LoadableState<String, String>(huge, of: huge))",
    ]
    for text in texts {
      #expect(text.count <= 300 && !text.contains(where: \.isNewline), "\(text)")
    }
  }

  @Test func `a subscriber and a reducer may describe the store`() {
    let log = Log<String>()
    let store = Store(Counter.State()) { Counter() }
    let subscription = store.states.sink { _ in log.note(store.debugDescription) }
    store.send(.add(1))
    #expect(log.entries.last == "Store(State(count: 1, seen: [])); 1 subscriber")
    withExtendedLifetime(subscription) {}
  }
}
