import ReactiveLoadable
import SwiftUI

/// The details of a movie: visible immediately if cached, and during a reload that fails.
struct DetailView: View {
  private let movie: Movie
  private let library: MovieLibrary
  @State private var detail: DetailModel

  init(_ movie: Movie, _ library: MovieLibrary) {
    self.init(movie, library, DetailModel(library.details))
  }

  /// Creates a view of a model, for previews.
  init(_ movie: Movie, _ library: MovieLibrary, _ detail: DetailModel) {
    self.movie = movie
    self.library = library
    _detail = State(initialValue: detail)
  }

  var body: some View {
    LoadableView(detail.state) { details in
      ScrollView {
        VStack(spacing: 16) {
          PosterView(movie, library.posters).frame(width: 160, height: 240)
          Text("\(String(movie.year)), \(details.minutes) minutes").foregroundStyle(.secondary)
          Text(details.plot)
        }
        .padding()
      }
    } loading: { loading in
      if loading.previous == nil { ProgressView() }
    } failed: { failed in
      VStack {
        Spacer()
        Button("\(failed.error.localizedDescription) Try again") { detail.retry() }
          .buttonStyle(.borderedProminent)
      }
    }
    .navigationTitle(movie.title)
    .toolbar {
      Button("Reload", systemImage: "arrow.clockwise") { Task { await detail.refresh() } }
    }
    .refreshable { await detail.refresh() }
    .onAppear { detail.show(movie.id) }
    .onDisappear { detail.disappear() }
  }
}
