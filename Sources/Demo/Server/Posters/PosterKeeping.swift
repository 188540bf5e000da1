/// How long a poster may be kept: the value of its `Cache-Control`.
enum PosterKeeping: String, CaseIterable, Sendable {
  /// It is asked about each time, and may be shown meanwhile for a day.
  case revalidated = "max-age=0, stale-while-revalidate=86400"
  /// It is not asked about for an hour.
  case anHour = "max-age=3600"
  /// It is kept on no disk.
  case never = "no-store"

  /// Chooses for a movie: one is never kept, every fourth for an hour.
  init(of movie: Movie) {
    switch movie.id {
    case 7: self = .never
    case let id where id.isMultiple(of: 4): self = .anHour
    default: self = .revalidated
    }
  }
}
