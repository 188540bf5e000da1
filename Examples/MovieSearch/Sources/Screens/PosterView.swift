import ReactiveLoadable
import ReactiveResources
import SwiftUI

/// A poster: immediate from memory, otherwise with a fade, and after a failure a button.
struct PosterView: View {
  let movie: Movie
  @State private var row: PosterRow

  init(_ movie: Movie, _ posters: ResourceLoader<Poster>) {
    self.movie = movie
    _row = State(initialValue: PosterRow(posters))
  }

  var body: some View {
    let poster = row.state.latest?.value
    ZStack {
      Color.gray.opacity(0.2)
      if let poster {
        LinearGradient(
          colors: [.color(of: poster, brightness: 0.9), .color(of: poster, brightness: 0.4)],
          startPoint: .top,
          endPoint: .bottom
        )
        Image(systemName: poster.symbol).foregroundStyle(.white)
      } else if row.state.error != nil {
        Button("Reload poster", systemImage: "arrow.clockwise") { row.retry() }
          .labelStyle(.iconOnly)
          .buttonStyle(.borderless)
      }
    }
    .animation(row.isHit ? nil : .default, value: poster)
    .onAppear { row.show(key) }
    .onChange(of: movie.id) { row.show(key) }
    .onDisappear { row.disappear() }
  }

  private var key: ResourceKey { ResourceKey(movie.poster) }
}

extension Color {
  fileprivate static func color(of poster: Poster, brightness: Double) -> Color {
    Color(hue: poster.hue, saturation: 0.6, brightness: brightness)
  }
}
