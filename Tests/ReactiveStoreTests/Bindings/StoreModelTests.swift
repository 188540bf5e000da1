import LoadableTesting
import Observation
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// The rules of drawing a store.
@Suite struct `A store in a view (U1 to U3)` {
  @Test func `the current state is available, and each change is readable`() {
    marbles(on: MainActor.shared) { m in
      let store = m.keep(Store(Counter.State(count: 1)) { Counter() })
      let model = m.keep(StoreModel(store))
      m.hot("-aa") { model.send(.add(1)) }
      m.expect(reading: { model.state.count }, "123", ["1": 1, "2": 2, "3": 3])
    }
  }

  @Test(.needsImmediateTasks) @MainActor
  func `a change of a send is visible when it returns`() {
    let model = StoreModel(Store(Counter.State()) { Counter() })
    model.send(.add(2))
    #expect(model.state.count == 2)
    #expect(model.count == 2)
  }

  @Test func `an action of an effect is visible, and its handle waits`() {
    marbles(on: MainActor.shared) { m in
      let (work, isOver) = (m.cold("--x|"), m.keep(BehaviorRelay("n")))
      let counter = Counter(
        onBegin: .run { send in
          _ = try await work()
          for _ in 1...3 { send(.add(1)) }
        }
      )
      let model = m.keep(StoreModel(Store(Counter.State()) { counter }))
      m.hot("-b") {
        Task {
          await model.send(.begin).finish()
          isOver.accept("y")
        }
      }
      m.expect(reading: { model.state.count }, "0--3", ["0": 0, "3": 3])
      m.expect(isOver, "n--y")
    }
  }

  @Test @MainActor
  func `the model retains the store, and nothing retains the model`() {
    weak var store: Store<Counter.State, Counter.Action>?
    weak var model: StoreModel<Counter.State, Counter.Action>?
    do {
      let kept = StoreModel(Store(Counter.State()) { Counter() })
      (store, model) = (kept.store, kept)
      #expect(store != nil)
      kept.send(.add(1))
    }
    #expect(model == nil)
    #expect(store == nil)
  }

  // MARK: Publishing

  @Test(.needsImmediateTasks) @MainActor func `observation reports a part's own changes only`() {
    let store = Store(Pair.State()) { Pair() }
    let left = StoreModel(store.scope(state: \.left, action: .left))
    let whole = StoreModel(store)
    let seen = Log<String>()
    observe(seen, "left") { left.count }
    observe(seen, "whole") { whole.left.count }
    store.send(.right(.add(1)))
    #expect(seen.entries == ["whole"])
    store.send(.left(.add(1)))
    #expect(seen.entries.sorted() == ["left", "whole", "whole"])
    #expect(left.count == 1)
  }

  @MainActor private func observe(
    _ log: Log<String>,
    _ name: String,
    _ read: @escaping @MainActor @Sendable () -> Int
  ) {
    withObservationTracking {
      _ = read()
    } onChange: {
      MainActor.assumeIsolated {
        log.note(name)
        observe(log, name, read)
      }
    }
  }
}

@Suite struct `Bindings of controls (U4)` {
  @Test(.needsImmediateTasks) @MainActor
  func `a binding reads the state, and setting it sends the action`() {
    let model = StoreModel(Store(Counter.State()) { Counter() })
    let control = model.control(\.count, send: Counter.Action.add)
    #expect(control.value == 0)
    control.value = 3
    #expect(control.value == 3)
    #expect(model.count == 3)
  }

  @Test(.needsImmediateTasks) @MainActor
  func `the reducer decides, and an unchanged value is sent, too`() {
    let model = StoreModel(Store(Counter.State()) { Counter() })
    let control = model.control(\.seen.count) { .see("\($0)") }
    control.value = 7
    control.value = 1
    #expect(control.value == 2)
    #expect(model.seen == ["7", "1"])
  }

  @Test(.needsImmediateTasks) @MainActor
  func `an optional part is presented, and dismissed`() {
    let state = Pair.State(guest: Counter.State())
    let model = StoreModel(Store(state) { Pair() })
    let isShown = model.control({ $0.guest != nil }, send: { _ in .dismiss })
    #expect(isShown.value)
    isShown.value = false
    #expect(!isShown.value)
  }
}
