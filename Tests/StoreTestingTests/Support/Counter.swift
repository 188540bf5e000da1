import ReactiveStore

/// A counting feature, whose effects are injected.
struct Counter: Reducer {
  struct State: Sendable, Equatable {
    var count = 0
    var seen: [String] = []
  }

  enum Action: Sendable, Equatable {
    case add(Int)
    case see(String)
    case begin
    case touch
    case stop
  }

  var onBegin: Effect<Action> = .none

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .add(let number): state.count += number
    case .see(let text): state.seen.append(text)
    case .begin: return onBegin
    case .touch: break
    case .stop: return .cancel(id: "work")
    }
    return .none
  }
}

extension CasePath<Counter.Action, String> {
  static let see = Self(Counter.Action.see) { if case .see(let text) = $0 { text } else { nil } }
}

struct Offline: Error, Equatable {}
