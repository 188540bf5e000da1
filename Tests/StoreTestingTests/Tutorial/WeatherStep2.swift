import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import StoreTesting
import Testing

private struct Forecast {
  struct State: Sendable, Equatable {
    var degrees: [Int]
    var text: String { degrees.map { "\($0)°" }.joined(separator: " ") }
  }
}

private struct Weather {
  struct State: Sendable, Equatable {
    var forecast = LoadableState<String, Forecast.State>()
  }

  enum Action: Sendable, Equatable {
    case forecast(LoadingAction<String, Forecast.State, Never>)
  }
}
