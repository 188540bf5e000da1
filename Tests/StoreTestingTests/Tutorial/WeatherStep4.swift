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
    case forecast(LoadingAction<String, Forecast.State, Never>)
  }

  let degrees: @Sendable (_ city: String) async throws -> [Int]

  var body: some Reducer<State, Action> {
    EmptyReducer()
      .loadable(state: \.forecast, action: .forecast) { city, _ in
        Forecast.State(degrees: try await degrees(city))
      }
  }
}

nonisolated extension CasePath<Weather.Action, LoadingAction<String, Forecast.State, Never>> {
  fileprivate static let forecast = Self(Weather.Action.forecast) {
    switch $0 {
    case .forecast(let action): action
    }
  }
}

private func line(_ forecast: LoadableState<String, Forecast.State>) -> String {
  forecast.render {
    "Choose a city."
  } loading: { city, _ in
    "\(city) …"
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
  await store.send(.forecast(.load("Oslo"))).finish()
  subscription.cancel()
}

// MARK: Running it

private let printed = Log<String>()
private func print(_ text: String) { printed.note(text) }

@Test private func `the console of the tutorial's first store`() async throws {
  await showOslo { _ in [12, 15] }
  #expect(printed.entries == (try tutorialText("console-output.txt")))
}
