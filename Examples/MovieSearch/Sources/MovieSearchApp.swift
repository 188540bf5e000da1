import Foundation
import ReactiveResources
import SwiftUI

@main
struct MovieSearchApp: App {
  private let server = SampleServer()
  private let library: MovieLibrary

  init() {
    let folder = URL.cachesDirectory.appending(path: "posters")
    library = MovieLibrary(server: server, store: try? DiskCache(folder: folder))
  }

  var body: some Scene {
    WindowGroup { RootView(library: library, server: server) }
  }
}

/// Two tabs with the same search: one in SwiftUI, one in UIKit.
struct RootView: View {
  let library: MovieLibrary
  let server: SampleServer
  @State private var isOffline = false

  var body: some View {
    TabView {
      Tab("SwiftUI", systemImage: "swift") {
        SearchScreen(search: library.search, library: library, isOffline: $isOffline) { _ in
          SearchList(library: library)
        }
      }
      Tab("UIKit", systemImage: "tablecells") {
        SearchScreen(search: library.search, library: library, isOffline: $isOffline) { open in
          MovieTable(library: library, open: open).ignoresSafeArea()
        }
      }
    }
    .onChange(of: isOffline) { server.isOnline.accept(!isOffline) }
  }
}

/// A navigation stack with a search field, a list, and detail screens.
struct SearchScreen<Content: View>: View {
  @Bindable var search: SearchModel
  let library: MovieLibrary
  @Binding var isOffline: Bool
  @ViewBuilder let content: (_ open: @escaping (Movie) -> Void) -> Content
  @State private var path: [Movie] = []

  var body: some View {
    NavigationStack(path: $path) {
      content { path.append($0) }
        .navigationTitle("Movies")
        .searchable(text: $search.text)
        .toolbar { Toggle("Offline", systemImage: "wifi.slash", isOn: $isOffline) }
        .navigationDestination(for: Movie.self) { DetailView($0, library) }
    }
  }
}
