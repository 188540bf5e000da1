import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

private struct Forecast {
  struct State: Sendable, Equatable {
    var degrees: [Int]
    var text: String { degrees.map { "\($0)°" }.joined(separator: " ") }
  }
}

private struct Weather: Reducer {
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
  fileprivate static let forecast = Self(Weather.Action.forecast) {
    if case .forecast(let action) = $0 { action } else { nil }
  }
}

private func line(_ forecast: LoadableState<String, Forecast.State>) -> String {
  forecast.render {
    "Choose a city."
  } loading: { city, _ in
    "\(city) …"
  } refreshing: { forecast in
    "\(forecast.text) …"
  } failed: { city, _ in
    "No forecast for \(city). Try again?"
  } loaded: { forecast in
    forecast.text
  }
}

private func showOslo(_ degrees: @escaping @Sendable (String) async throws -> [Int]) async {
  let store = Store(Weather.State()) { Weather(degrees: degrees) }
  let lines = store.states.map { line($0.forecast) }.removeDuplicates()
  let subscription = lines.sink { text in print(text) }
  await store.send(.chose("Oslo")).finish()
  if store.state.forecast.error != nil { await store.send(.forecast(.retry)).finish() }
  await store.send(.forecast(.refresh)).finish()
  subscription.cancel()
}

// MARK: Running it

private let printed = Log<String>()
private func print(_ text: String) { printed.note(text) }

private struct NoNetwork: Error {}

@Test private func `the console of the tutorial's refresh`() async {
  let asked = Log<String>()
  await showOslo { city in
    asked.note(city)
    if asked.entries.count == 1 { throw NoNetwork() }
    return [12]
  }
  let first = ["Choose a city.", "Oslo …", "No forecast for Oslo. Try again?"]
  #expect(printed.entries == first + ["Oslo …", "12°", "12° …", "12°"])
  #expect(asked.entries == ["Oslo", "Oslo", "Oslo"])
}
