import Measuring
import ReactiveLoadable
import ReactiveStore

/// A state with a field that changes and one that does not.
struct CountState: Sendable {
  var count = 0
  var title = "counter"
}

struct Count: Reducer {
  func reduce(into state: inout CountState, _ action: Int) -> Effect<Int> {
    state.count &+= action
    return .none
  }
}

/// Actions that change a number, with one observer.
enum Sending {
  static func store() -> Contender {
    let store = Store(CountState()) { Count() }
    let screen = Screen()
    let subscription = store.states.sink { screen.draw($0.count) }
    return Contender("store", repetitions: 100_000) { repetitions in
      for _ in 0..<repetitions { store.send(1) }
      withExtendedLifetime(subscription) {}
    }
  }

  static func bare() -> Contender {
    let relay = BehaviorRelay(CountState())
    let reducer = Count()
    let screen = Screen()
    let subscription = relay.sink { screen.draw($0.count) }
    return Contender("bare", repetitions: 100_000) { repetitions in
      for _ in 0..<repetitions {
        var state = relay.value
        _ = reducer.reduce(into: &state, 1)
        relay.accept(state)
      }
      withExtendedLifetime(subscription) {}
    }
  }
}

/// A state of 1,000 fields, a hundred of which are observed by scoped stores.
struct Observing {
  let contender: Contender
  private let screen: Screen

  struct Change: Reducer {
    let parts: ArraySlice<any WritableKeyPath<Fields, Int> & Sendable>

    func reduce(into state: inout Fields, _ action: Int) -> Effect<Int> {
      for part in parts { state[keyPath: part] &+= action }
      return .none
    }
  }

  init(changing count: Int) {
    let store = Store(Fields()) { Change(parts: Fields.parts.prefix(count)) }
    let screen = Screen()
    let parts = Fields.parts.map { store.scope(state: $0, action: .itself) }
    let subscriptions = parts.map { $0.states.sink { screen.draw($0) } }
    self.screen = screen
    contender = Contender("\(count)", repetitions: 2_000) { repetitions in
      screen.reset()
      for _ in 0..<repetitions { store.send(1) }
      screen.deliveries = Double(screen.drawn) / Double(repetitions)
      withExtendedLifetime((parts, subscriptions)) {}
    }
  }

  /// The number of scoped stores that publish a change after a send.
  var deliveries: Double { screen.deliveries }
}

/// Counts the drawn parts.
// SAFETY: used by one thread.
private final class Screen: @unchecked Sendable {
  private(set) var drawn = 0
  var deliveries = 0.0

  func draw(_ count: Int) { drawn += count > 0 ? 1 : 0 }

  func reset() { drawn = 0 }
}
