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
