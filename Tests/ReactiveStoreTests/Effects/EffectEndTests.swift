import AsyncAlgorithms
import CombineShim
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Actions that an effect sends in the call in which it ends.
@Suite struct `Effects that end synchronously (S5)` {
  @Test(.needsImmediateTasks, arguments: ["work", "publisher"])
  func `actions sent before the end are reduced`(_ kind: String) {
    let see = Counter.Action.see("a")
    let effect: Effect<Counter.Action> =
      kind == "work" ? .run { send in send(see) } : .publisher { Just(see) }
    let store = Store(Counter.State()) { Counter(onBegin: effect) }
    store.send(.begin)
    #expect(store.state.seen == ["a"])
  }

  @Test func `actions sent are dropped when the effect is cancelled before their turn`() {
    let sent = Effect.run { (send: Send<Counter.Action>) in send(.see("a")) }
    let store = Store(Counter.State()) {
      Reduce<Counter.State, Counter.Action> { state, action in
        guard case .add = action else { return .none }
        return .merge(sent.cancellable(id: "work"), .cancel(id: "work"))
      }
      Counter()
    }
    store.send(.add(1))
    #expect(store.state == Counter.State(count: 1))
  }

  @Test func `an error is not reported when the effect is cancelled before its last turn`() {
    let failing = Effect.run { (send: Send<Counter.Action>) in
      send(.see("a"))
      throw Broken()
    }
    let both = Effect.merge(failing.cancellable(id: "work"), .cancel(id: "work"))
    let store = Store(Counter.State()) { Counter(onBegin: both) }
    let failures = Log<String>()
    let subscription = store.failures.sink { failures.note("\($0)") }
    store.send(.begin)
    #expect(failures.entries == [])
    #expect(store.state.seen == [])
    subscription.cancel()
  }

  /// A `debounce` of AsyncAlgorithms 1.1 leaks its tasks when a cancelled task requests the next
  /// element.
  @Test func `a debounced sequence ends when its own action cancels the effect`() {
    marbles { m in
      let (texts, clock) = (m.keep(PublishRelay<String>()), m.clock)
      let rested = Effect<Counter.Action>.sequence {
        texts.elements.debounce(for: .milliseconds(20), clock: clock).map { .see($0) }
      }
      let store = m.keep(
        Store(Counter.State()) {
          Reduce<Counter.State, Counter.Action> { _, action in
            guard case .see = action else { return .none }
            return .cancel(id: "work")
          }
          Counter(onBegin: rested.cancellable(id: "work"))
        }
      )
      store.send(.begin)
      m.hot("-a-----b") { texts.accept($0) }
      m.at(.milliseconds(200)) { #expect(store.state.seen == ["a"]) }
    }
  }

  @Test func `a cancelled effect reports nothing, even if its error is no cancellation`() {
    marbles { m in
      let answer = m.cold("----a|", failure: Broken())
      let store = m.keep(
        Store(Counter.State()) {
          Counter(
            onBegin: .run { send in send(.see(try await answer(orCancelled: Broken()))) }
              .cancellable(id: "work")
          )
        }
      )
      m.hot("-b") { store.send(.begin) }
      m.hot("---s") { store.send(.stop) }
      m.expect(store.failures.map { "\($0)" }, "")
      m.expectSubscriptions(answer, ["-^-!"])
    }
  }

  @Test func `an observer of a failure may start the effect again`() {
    marbles { m in
      let answer = m.cold("-#", failure: Broken(), then: ["-a|"])
      let store = m.keep(
        Store(Counter.State()) {
          Counter(
            onBegin: .run { send in send(.see(try await answer())) }
              .cancellable(id: "work", overlap: .ignore)
          )
        }
      )
      m.keep(store.failures.sink { [weak store] _ in store?.send(.begin) })
      m.hot("-b") { store.send(.begin) }
      m.expect(store.seenLast, "---a")
    }
  }

  @Test(.needsImmediateTasks)
  func `after a thousand effects only a few ids are retained`() {
    let tokens = Log<WeakToken>()
    let store = Store(0) {
      Reduce<Int, Int> { _, _ in
        let token = Token()
        tokens.note(WeakToken(token))
        return .run { _ in }.cancellable(id: token)
      }
    }
    for _ in 0..<1_000 { store.send(1) }
    #expect(tokens.entries.count == 1_000)
    #expect(tokens.entries.count { $0.token != nil } < 40)
  }

  @Test(.needsImmediateTasks) func `an action sent after the end is reported`() {
    let sends = Log<Send<Counter.Action>>()
    let store = Store(Counter.State()) { Counter(onBegin: .run { sends.note($0) }) }
    let failures = Log<String>()
    let subscription = store.failures.sink { failures.note("\(type(of: $0))") }
    store.send(.begin)
    for send in sends.entries { send(.see("late")) }
    #expect(failures.entries == ["UnhandledAction"])
    #expect(store.state.seen == [])
    subscription.cancel()
  }

  @Test func `an action sent after a cancel is not reported`() {
    let (sends, gate) = (Log<Send<Counter.Action>>(), Gate())
    let effect = Effect<Counter.Action>.run { send in
      sends.note(send)
      await gate.wait()
    }
    let store = Store(Counter.State()) { Counter(onBegin: effect.cancellable(id: "work")) }
    let failures = Log<String>()
    let subscription = store.failures.sink { failures.note("\($0)") }
    store.send(.begin)
    store.send(.stop)
    for send in sends.entries { send(.see("late")) }
    #expect(failures.entries == [])
    #expect(store.state.seen == [])
    subscription.cancel()
    gate.open()
  }

  @Test func `an effect that starts with the action that removes its feature ends with it`() {
    let runningLoads = RunningLoads()
    let store = Store(Pair.State(guest: Counter.State())) {
      Reduce<Pair.State, Pair.Action> { pair, action in
        if case .guest = action { pair.guest = nil }
        return .none
      }
      .ifPresent(\.guest, action: .guest) {
        Counter(onBegin: .run { _ in await runningLoads.load(1) })
      }
    }
    store.send(.guest(.begin))
    #expect(runningLoads.counts == [:])
    runningLoads.release()
  }
}

private final class Token: Hashable, Sendable {
  static func == (left: Token, right: Token) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private struct WeakToken: Sendable {
  private(set) weak var token: Token?

  init(_ token: Token) { self.token = token }
}
