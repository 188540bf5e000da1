import LoadableTesting
import ReactiveStore
import StoreTesting
import Testing

@testable import App

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
