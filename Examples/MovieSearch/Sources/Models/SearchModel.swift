import Observation
import ReactiveLoadable

/// Search as you type, in an infinite list.
@Observable
final class SearchModel {
  /// The text of the search field; the list of a new text loads when typing pauses.
  var text = "" {
    didSet { typed.accept(text) }
  }
  /// The state that screens draw, and their intents: `refresh()`, `retry()`, `visible(_:)`.
  let results: PagedModel<String, Int, Movie>

  @ObservationIgnored private let typed = BehaviorRelay("")

  /// - Parameters:
  ///   - clock: The clock that measures the pause in typing.
  ///   - search: Loads a page of the movies whose titles contain the key of the request.
  init(
    clock: some Clock<Duration> = ContinuousClock(),
    search: @escaping @Sendable (PageRequest<String, Int>) async throws -> Page<Int, Movie>
  ) {
    results = PagedModel(PagedLoader(search))
    results.loader.search(on: typed, clock: clock)
  }
}
