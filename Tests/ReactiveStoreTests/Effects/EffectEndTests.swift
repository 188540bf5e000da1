import OpenCombineShim
import ReactiveStore
import Testing

/// What an effect sends in the same breath in which it ends.
@Suite struct `Effects that end at once (S5)` {
  @Test(arguments: ["work", "publisher"])
  func `what they send before they end is reduced`(_ kind: String) {
    let see = Counter.Action.see("a")
    let effect: Effect<Counter.Action> =
      kind == "work" ? .run { send in send(see) } : .publisher { Just(see) }
    let store = Store(Counter.State()) { Counter(onBegin: effect) }
    store.send(.begin)
    withKnownIssue("Their end is taken for a cancel while the action waits for its turn.") {
      #expect(store.state.seen == ["a"])
    }
  }
}
