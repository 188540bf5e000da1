import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Stores and their parts.
@Suite struct `Adversarial tests of stores and parts (S1, S4, S9)` {
  @Test func `a part's states complete when its store is released`() {
    let store = Store(Pair.State()) { Pair() }
    let ends = Log<String>()
    let subscription = store.scope(state: \.left, action: .left).states
      .sink { _ in
        ends.note("end")
      } receiveValue: { _ in
      }
    #expect(ends.entries == ["end"])
    subscription.cancel()
  }

  @Test func `a value that sends in its deinit may be released during a reduction or a publish`() {
    let store = Store(Ship.State()) { Ship() }
    store.send(.load { [weak store] in store?.send(.gone) })
    let part = store.scope(state: \.cargo, action: .itself)
    store.send(.unload)
    #expect(store.state.gone == 1)
    #expect(part.state == nil)
  }

  @Test func `NaN is an unchanged part`() {
    let store = Store(Measure(value: .nan)) {
      Reduce<Measure, Int> { measure, number in
        measure.count += number
        return .none
      }
    }
    let part = store.scope(state: \.value, action: .itself)
    let published = Log<Double>()
    let subscription = part.states.sink { published.note($0) }
    store.send(1)
    store.send(1)
    #expect(published.entries.count == 1)
    subscription.cancel()
  }
}

private struct Measure: Sendable {
  var value: Double
  var count = 0
}

/// Retains an object that sends in its deinit.
private struct Ship: Reducer {
  struct State: Sendable {
    var cargo: Cargo?
    var gone = 0
  }

  enum Action: Sendable {
    case load(@Sendable () -> Void)
    case unload
    case gone
  }

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .load(let whenGone): state.cargo = Cargo(whenGone)
    case .unload: state.cargo = nil
    case .gone: state.gone += 1
    }
    return .none
  }
}

private final class Cargo: Sendable, Equatable {
  private let whenGone: @Sendable () -> Void

  init(_ whenGone: @escaping @Sendable () -> Void) { self.whenGone = whenGone }

  deinit { whenGone() }

  static func == (left: Cargo, right: Cargo) -> Bool { left === right }
}
