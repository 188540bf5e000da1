import LoadableTesting
import ReactiveStore

/// A search for typed text.
struct Search: Reducer {
  struct State: Sendable, Equatable {
    var text = ""
    var result = ""
  }

  enum Action: Sendable, Equatable {
    case typed(String)
    case found(String)
  }

  let answer: MarbleCold<String, Never>

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .typed(let text):
      state.text = text
      return .run { [answer] send in send(.found(try await answer())) }
    case .found(let result):
      state.result = result
      return .none
    }
  }
}
