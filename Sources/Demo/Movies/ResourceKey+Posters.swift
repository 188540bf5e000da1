import ReactiveResources

extension ResourceKey {
  /// The poster of a movie, in a size that the API has.
  init(_ movie: Movie, _ size: PosterSize) {
    self.init(movie.poster, size: ResourceSize(pixels: size.width))
  }

  /// Its path at the API, such as `/posters/w92/copper-sky.jpg`.
  var posterPath: String {
    let folder = size.pixels.map { "w\($0)" } ?? "original"
    return "/posters/\(folder)\(path)"
  }
}
