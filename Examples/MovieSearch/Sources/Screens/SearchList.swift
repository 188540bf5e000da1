import ReactiveLoadable
import ReactiveResources
import SwiftUI

/// The results of a search: pages load as rows become visible, and a pull refreshes the list.
struct SearchList: View {
  let library: MovieLibrary

  private var results: PagedModel<String, Int, Movie> { library.search.results }

  var body: some View {
    List {
      if let movies = results.state.latest {
        ForEach(movies) { movie in
          NavigationLink(value: movie) { MovieRow(movie: movie, posters: library.posters) }
            .loadMore(of: results, whenVisible: movie.id)
        }
      }
      if let footer = results.state.footer {
        FooterView(footer: footer) { results.retry() }
      }
    }
    .overlay {
      if let notice = results.state.notice {
        NoticeView(notice: notice) { results.retry() }
      }
    }
    .refreshable(results)
  }
}

struct MovieRow: View {
  let movie: Movie
  let posters: ResourceLoader<Poster>

  var body: some View {
    HStack(spacing: 12) {
      PosterView(movie, posters).frame(width: 46, height: 69)
      VStack(alignment: .leading) {
        Text(movie.title).font(.headline)
        Text(String(movie.year)).foregroundStyle(.secondary)
      }
    }
  }
}

struct NoticeView: View {
  let notice: Notice
  let retry: @MainActor () -> Void

  var body: some View {
    switch notice {
    case .prompt: ContentUnavailableView("Search for movies", systemImage: "magnifyingglass")
    case .searching: ProgressView()
    case .nothingFound: ContentUnavailableView.search
    case .failed(let message):
      ContentUnavailableView {
        Label("Loading failed", systemImage: "wifi.slash")
      } description: {
        Text(message)
      } actions: {
        Button("Try again", action: retry)
      }
    }
  }
}

struct FooterView: View {
  let footer: Footer
  let retry: @MainActor () -> Void

  var body: some View {
    switch footer {
    case .loading: ProgressView()
    case .failed(let message): Button("\(message) Try again", action: retry)
    case .end(let count): Text("Movies: \(count)").foregroundStyle(.secondary)
    }
  }
}
