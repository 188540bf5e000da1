import ReactiveLoadable
import ReactiveStore

func line(_ forecast: LoadableState<String, Forecast.State>) -> String {
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

func showOslo(_ degrees: @escaping @Sendable (String) async throws -> [Int]) async {
  let store = Store(Weather.State()) { Weather(degrees: degrees) }
  let lines = store.states.map { line($0.forecast) }.removeDuplicates()
  let subscription = lines.sink { text in print(text) }
  await store.send(.forecast(.load("Oslo"))).finish()
  subscription.cancel()
}
