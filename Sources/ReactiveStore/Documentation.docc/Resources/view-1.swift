import ReactiveStore
import SwiftUI

struct WeatherView: View {
  let store: Store<Weather.State, Weather.Action>

  var body: some View {
    LoadingView(store.scope(state: \.forecast, action: .forecast), loading: "Oslo") { forecast in
      ForecastView(forecast)
    }
    .failed { _, retry in
      Button("No forecast. Try again", action: retry)
    }
  }
}

struct ForecastView: View {
  @State private var model: StoreModel<Forecast.State, Never>

  init(_ forecast: Store<Forecast.State, Never>) {
    _model = State(initialValue: StoreModel(forecast))
  }

  var body: some View {
    List { Text(model.text) }
  }
}
