import ReactiveLoadable
import ReactiveStore

extension MovieApp.State {
  /// The row of a movie in a list.
  func row(_ movie: Movie) -> String {
    let isFavourite = saved.values.favourites.contains(movie.id)
    let wasSeen = saved.values.seen.contains(movie.id)
    return "\(isFavourite ? "♥" : " ")\(wasSeen ? "✓" : " ") \(movie.title) (\(movie.year))"
  }

  /// The screen of a movie, as text.
  func screen(of id: Movie.ID) -> String {
    details[id].render {
      "Nothing was asked for."
    } active: { _ in
      "Loading movie \(id) …"
    } failure: {
      "No movie \(id): \($0.error)"
    } loaded: {
      text(of: $0)
    }
  }

  private func text(of details: MovieDetails) -> String {
    let facts = details.facts
    let genres = facts.genres.compactMap(name(of:)).joined(separator: ", ")
    let similar = details.similar.map(\.title).joined(separator: ", ")
    return """
      \(details.movie.title) (\(details.movie.year)): \(genres), \(facts.minutes) minutes, rated \
      \(facts.rating). With \(facts.cast.joined(separator: ", ")). \
      Similar: \(similar.isEmpty ? "none" : similar).
      """
  }
}
