import Observation
import ReactiveLoadable

/// The model of a search as you type, in an infinite list.
@Observable
final class SearchModel {
  /// The text of the search field; its results load when typing pauses.
  var text = "" {
    didSet { typed.accept(text) }
  }
  /// The state for screens to draw, and its intents: `refresh()`, `retry()`, `visible(_:)`.
  let results: PagedModel<String, Int, Movie>

  @ObservationIgnored private let typed = BehaviorRelay("")

  /// - Parameters:
  ///   - clock: The clock of the debounce.
  ///   - search: Loads a page of the movies whose titles contain the key of the request.
  init(
    clock: some Clock<Duration> = ContinuousClock(),
    search: @escaping @Sendable (PageRequest<String, Int>) async throws -> Page<Int, Movie>
  ) {
    results = PagedModel(PagedLoader(search))
    results.loader.search(on: typed, clock: clock)
  }
}
