import Foundation
import ReactiveLoadable
import ReactiveTimeline

/// The functions that load and write what the app shows; recordings and tests replace them.
struct RatingsSource: Sendable {
  var movies: @Sendable (PageRequest<String, Int>) async throws -> Page<Int, RatedMovie>
  var movie: @Sendable (RatedMovie.ID) async throws -> RatedMovie
  var facts: @Sendable (RatedMovie.ID) async throws -> RatedMovieFacts
  var favorites: @Sendable () async throws -> RatedMovies
  var activity: @Sendable () async throws -> RatedMovies
  var poster: @Sendable (RatedMovie.ID) async throws -> Data
  var write: @Sendable (MovieEdit) async throws -> RatedMovie
}

extension RatingsSource {
  init(_ api: RatingsAPI) {
    self.init(
      movies: api.movies,
      movie: api.movie,
      facts: api.facts,
      favorites: api.favorites,
      activity: api.activity,
      poster: api.poster,
      write: api.write
    )
  }

  /// Returns functions whose calls and results are recorded, except those of posters.
  func recorded(in timeline: Timeline) -> RatingsSource {
    RatingsSource(
      movies: timeline.recording(movies, as: "movies"),
      movie: timeline.recording(movie, as: "movie"),
      facts: timeline.recording(facts, as: "facts"),
      favorites: timeline.recording(favorites, as: "favorites"),
      activity: activity,
      poster: poster,
      write: timeline.recording(write, as: "write")
    )
  }
}
