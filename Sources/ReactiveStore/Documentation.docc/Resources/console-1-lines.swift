import ReactiveLoadable
import ReactiveStore

func line(_ forecast: LoadableState<String, Forecast.State>) -> String {
  forecast.render {
    "Choose a city."
  } active: { load in
    "\(load.request) …"
  } failure: { failure in
    "No forecast for \(failure.request). Try again?"
  } loaded: { forecast in
    forecast.text
  }
}
