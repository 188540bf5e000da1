import ReactiveLoadable
import ReactiveStore

struct Forecast {
  struct State: Sendable, Equatable {
    var degrees: [Int]
    var text: String { degrees.map { "\($0)°" }.joined(separator: " ") }
  }
}

struct Weather {
  struct State: Sendable, Equatable {
    var forecast = LoadableState<String, Forecast.State>()
  }
}
