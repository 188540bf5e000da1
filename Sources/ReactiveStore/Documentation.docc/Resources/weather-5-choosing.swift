import ReactiveLoadable
import ReactiveStore

struct Forecast {
  struct State: Sendable, Equatable {
    var degrees: [Int]
    var text: String { degrees.map { "\($0)°" }.joined(separator: " ") }
  }
}

struct Weather: Reducer {
  struct State: Sendable, Equatable {
    var forecast = LoadableState<String, Forecast.State>()
  }

  enum Action: Sendable, Equatable {
    case chose(String)
    case forecast(LoadingAction<String, Forecast.State, Never>)
  }

  let degrees: @Sendable (_ city: String) async throws -> [Int]

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .chose(let city): state.forecast.perform(.loadIfNeeded(city))
      case .forecast: break
      }
      return .none
    }
    .loadable(state: \.forecast, action: .forecast) { city, _ in
      Forecast.State(degrees: try await degrees(city))
    }
  }
}

nonisolated extension CasePath<Weather.Action, LoadingAction<String, Forecast.State, Never>> {
  static let forecast = Self(Weather.Action.forecast) {
    if case .forecast(let action) = $0 { action } else { nil }
  }
}
