import ReactiveLoadable
import ReactiveResources
import UIKit

/// A reusable cell for a movie, which never shows the poster of an earlier movie.
final class MovieCell: UITableViewCell {
  private var row: KeyedModel<ResourceLoader<Poster>>?
  private var subscription: AnyCancellable?
  private var movie: Movie?

  func show(_ movie: Movie, _ posters: ResourceLoader<Poster>) {
    self.movie = movie
    let row = row ?? newRow(of: posters)
    row.show(ResourceKey(movie.poster))
    draw(row.state.latest?.value)
  }

  /// Ends the interest in the poster: its load ends soon, unless another row needs it.
  func disappear() { row?.disappear() }

  private func newRow(of posters: ResourceLoader<Poster>) -> KeyedModel<ResourceLoader<Poster>> {
    let row = KeyedModel(posters)
    self.row = row
    subscription = row.states.sinkOnMainActor { [weak self] in self?.draw($0.latest?.value) }
    return row
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    row?.clear()
  }

  private func draw(_ poster: Poster?) {
    var content = UIListContentConfiguration.subtitleCell()
    content.text = movie?.title
    content.secondaryText = movie.map { String($0.year) }
    content.image = UIImage(systemName: poster?.symbol ?? "film")
    content.imageProperties.reservedLayoutSize = CGSize(width: 46, height: 46)
    content.imageProperties.tintColor = poster.map {
      UIColor(hue: $0.hue, saturation: 0.6, brightness: 0.7, alpha: 1)
    }
    contentConfiguration = content
  }
}
