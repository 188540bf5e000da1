import Measuring
import ReactiveLoadable
import ReactiveStore

/// Writes in order, of which the first one does not return.
struct Writes: Reducer {
  struct State: Sendable {
    var write = MutationState<Int, Void>()
  }

  typealias Action = MutationAction<Int, Void>

  var body: some Reducer<State, Action> {
    EmptyReducer<State, Action>()
      .mutation(state: \.write, action: .itself) { _, _ in
        try await Task.sleep(for: .seconds(86_400))
      }
  }

  /// Sends one more write, while `count` others wait.
  static func sending(after count: Int) -> Contender {
    let store = Store(State()) { Writes() }
    for input in 0..<count { store.send(.run(input)) }
    return Contender("writes\(count)", repetitions: 20) { repetitions in
      for input in 0..<repetitions { store.send(.run(input)) }
    }
  }

  /// Sends writes in one turn, and cancels them.
  static func sending(_ count: Int) -> Contender {
    Contender("turn\(count)", repetitions: count) { count in
      let store = Store(State()) { Writes() }
      for input in 0..<count { store.send(.run(input)) }
      store.send(.cancel)
    }
  }
}
