import AsyncAlgorithms
import ReactiveLoadable

/// Search as you type: asks when the typing rests, shows the answer to the newest question.
@MainActor
final class SearchModel {
  /// What stands in the search box.
  let query = BehaviorRelay("")

  private let results: Loader<String, SearchAnswer, APIError>

  /// What the screen draws beneath the box.
  var states: ReadOnlyRelay<Loadable<SearchAnswer, APIError>> { results.states }

  init(
    quiet: Duration = .milliseconds(200),
    clock: some Clock<Duration> = ContinuousClock(),
    search: @escaping @Sendable (String) async throws(APIError) -> SearchAnswer
  ) {
    results = Loader(policy: .api, search)
    let typed = query.elements.debounce(for: quiet, clock: clock).removeDuplicates()
    results.perform(on: typed.map { $0.isEmpty ? .reset : .load($0) })
  }
}
