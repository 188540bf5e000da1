import ReactiveLoadable
import ReactiveStore

struct Forecast: Reducer {
  struct State: Sendable, Equatable {
    var degrees: [Int]
    var isFahrenheit = false
    var text: String { degrees.map(text).joined(separator: " ") }

    private func text(_ degrees: Int) -> String {
      isFahrenheit ? "\(degrees * 9 / 5 + 32)°F" : "\(degrees)°"
    }
  }

  enum Action: Sendable, Equatable {
    case unitTapped
  }

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .unitTapped: state.isFahrenheit.toggle()
    }
    return .none
  }
}

struct Weather: Reducer {
  struct State: Sendable, Equatable {
    var forecast = LoadableState<String, Forecast.State>()
  }

  enum Action: Sendable, Equatable {
    case chose(String)
    case forecast(LoadingAction<String, Forecast.State, Forecast.Action>)
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
    .loadable(
      state: \.forecast,
      action: .forecast,
      merge: { new, shown in new.isFahrenheit = shown.isFahrenheit }
    ) {
      Forecast()
    } load: { city, _ in
      Forecast.State(degrees: try await degrees(city))
    }
  }
}

nonisolated extension CasePath<
  Weather.Action, LoadingAction<String, Forecast.State, Forecast.Action>
> {
  static let forecast = Self(Weather.Action.forecast) {
    if case .forecast(let action) = $0 { action } else { nil }
  }
}
