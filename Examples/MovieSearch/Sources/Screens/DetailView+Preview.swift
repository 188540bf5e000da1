import ReactiveLoadable
import SwiftUI

// Each model stays in its state, although the view loads when it appears.
#Preview("The four states") {
  let movie = Movie.catalog[0]
  let library = MovieLibrary(server: SampleServer(), store: nil)
  let details = MovieDetails(movie: movie, minutes: 94, plot: "A garden of copper disappears.")
  let offline = LoadError(SampleServer.Fault.offline)
  TabView {
    Tab("Not requested", systemImage: "circle.dotted") {
      DetailView(movie, library, DetailModel(state: .notRequested))
    }
    Tab("Loading", systemImage: "circle") {
      DetailView(movie, library, DetailModel(state: .loading))
    }
    Tab("Loaded", systemImage: "circle.fill") {
      DetailView(movie, library, DetailModel(state: .loaded(details)))
    }
    Tab("Failed", systemImage: "exclamationmark.circle") {
      DetailView(movie, library, DetailModel(state: .failed(offline, previous: details)))
    }
  }
}
