import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import StoreTesting
import Testing

private struct Forecast: Reducer {
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

private struct Weather: Reducer {
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

@Test func `a city is chosen, and its forecast is loaded`() {
  marbles { m in
    let answer = m.cold("--A|", ["A": [12, 15]])
    let store = m.testStore(Weather.State()) { Weather { _ in try await answer() } }
    let oslo = Forecast.State(degrees: [12, 15])
    store.send(.chose("Oslo")) { $0.forecast.perform(.load("Oslo")) }
    m.advance(by: .milliseconds(20))
    store.receive(.forecast(.finished(.success(oslo)))) {
      $0.forecast = LoadableState(oslo, of: "Oslo")
    }
  }
}

@Test func `a tap changes the unit of the visible forecast`() {
  marbles { m in
    let oslo = Forecast.State(degrees: [12, 15])
    let state = Weather.State(forecast: LoadableState(oslo, of: "Oslo"))
    let store = m.testStore(state) { Weather { _ in [] } }
    store.send(.forecast(.loaded(.unitTapped))) { state in
      state.forecast.change { $0.isFahrenheit = true }
    }
    store.send(.chose("Oslo"))
  }
}

private struct NoNetwork: Error {}

@Test func `a failure is retried, and the forecast stays visible during a refresh`() {
  marbles { m in
    let answer = m.cold("-#", ["A": [12], "B": [15]], failure: NoNetwork(), then: ["-A|", "--B|"])
    let store = m.keep(Store(Weather.State()) { Weather { _ in try await answer() } })
    m.hot("-c---------") { store.send(.chose("Oslo")) }
    m.hot("----t------") { store.send(.forecast(.retry)) }
    m.hot("-------u---") { store.send(.forecast(.loaded(.unitTapped))) }
    m.hot("--------r--") { store.send(.forecast(.refresh)) }
    m.expect(
      store.states.map { line($0.forecast) }.removeDuplicates(),
      "nlf-lA-Ur-B",
      [
        "n": "Choose a city.", "l": "Oslo …", "f": "No forecast for Oslo. Try again?",
        "A": "12°", "U": "53°F", "r": "53°F …", "B": "59°F",
      ]
    )
  }
}
