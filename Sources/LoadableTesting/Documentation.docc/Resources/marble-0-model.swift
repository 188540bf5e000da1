import ReactiveLoadable

final class SearchModel: Sendable {
  let query = BehaviorRelay("")
  let results: RequestLoader<String, [String]>

  init(
    clock: some Clock<Duration> = ContinuousClock(),
    search: @escaping @Sendable (String) async throws -> [String]
  ) {
    results = Loader(search)
    results.search(on: query, clock: clock)
  }
}
