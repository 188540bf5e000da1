import Measuring
import ReactiveLoadable
import ReactiveStore

/// One value as an app writes it by hand: its state, and an effect that loads.
struct ByHand: Reducer {
  struct State: Sendable {
    var value: Loadable<Int, Never> = .notRequested
  }

  enum Action: Sendable {
    case load(Int)
    case loaded(Int)
  }

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .load(let request):
      state.value = .loading(previous: state.value.latest)
      return .run { send in send(.loaded(request)) }
    case .loaded(let value):
      state.value = .loaded(value)
      return .none
    }
  }

  static func loading() -> Contender {
    let store = Store(State()) { ByHand() }
    return Contender("by hand", repetitions: 2_000) { repetitions in
      for request in 0..<repetitions { store.send(.load(request)) }
    }
  }
}

/// One value that the store loads.
struct OneValue: Reducer {
  struct State: Sendable {
    var value = LoadableState<Int, Int>()
  }

  typealias Action = LoadingAction<Int, Int, Never>

  var body: some Reducer<State, Action> {
    EmptyReducer<State, Action>()
      .loadable(state: \.value, action: .itself) { request, _ in request }
  }

  static func loading() -> Contender {
    let store = Store(State()) { OneValue() }
    return Contender("one", repetitions: 2_000) { repetitions in
      for request in 0..<repetitions { store.send(.load(request)) }
    }
  }
}
