import AsyncAlgorithms
import ReactiveLoadable

final class SearchModel: Sendable {
  let query = BehaviorRelay("")
  let results: Loader<String, [String], LoadError>

  init(
    clock: some Clock<Duration> = ContinuousClock(),
    search: @escaping @Sendable (String) async throws -> [String]
  ) {
    results = Loader(search)
    let typed = query.elements.debounce(for: .milliseconds(300), clock: clock)
    results.perform(on: typed.removeDuplicates().map { $0.isEmpty ? .reset : .load($0) })
  }
}
