import ReactiveStore
import SwiftUI

struct WeatherView: View {
  let store: Store<Weather.State, Weather.Action>
  let city: String

  var body: some View {
    LoadingView(store.scope(state: \.forecast, action: .forecast), loading: city) { forecast in
      ForecastView(forecast)
    }
    .failed { _, retry in
      Button("No forecast. Try again", action: retry)
    }
  }
}

struct ForecastView: View {
  @State private var model: StoreModel<Forecast.State, Forecast.Action>

  init(_ forecast: Store<Forecast.State, Forecast.Action>) {
    _model = State(initialValue: StoreModel(forecast))
  }

  var body: some View {
    List {
      Text(model.text)
      Button("°C or °F") { model.send(.unitTapped) }
    }
  }
}
