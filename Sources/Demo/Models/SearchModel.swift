import ReactiveLoadable

/// Search as you type, in a list that goes on as it is scrolled.
@MainActor
final class SearchModel {
  typealias Results = PagedLoader<String, String, SearchHit, APIError>
  typealias State = Loadable<Results.List, APIError>

  /// What stands in the search box.
  let query = BehaviorRelay("")

  private let results: Results

  /// What the screen draws beneath the box.
  var states: ReadOnlyRelay<State> { results.states }

  /// - Parameters:
  ///   - quiet: How long the typing has to rest before anything is asked for.
  ///   - distance: How many rows are to follow the last one in view before more are asked for.
  ///   - clock: Times the rest.
  ///   - search: Brings a page of results.
  init(
    quiet: Duration = .milliseconds(200),
    distance: Int = 5,
    clock: some Clock<Duration> = ContinuousClock(),
    search: @escaping @Sendable (Results.Request) async throws(APIError) -> Page<String, SearchHit>
  ) {
    let policy = PagingPolicy(load: .api, prefetchDistance: distance)
    results = Results(policy: policy, failure: { .pages($0) }, search)
    results.search(on: query, debounce: quiet, clock: clock)
  }

  /// The row with this index is the last one in view.
  func shows(row: Int) { results.visible(at: row) }

  /// Asks for the first page again; the rows stay meanwhile.
  func refresh() { results.refresh() }

  /// Asks again for what has failed.
  func retry() { results.retry() }
}

extension API {
  /// Fetches a page of results as a paged loader asks for it.
  func search(
    _ request: SearchModel.Results.Request,
    limit: Int
  ) async throws(APIError) -> Page<String, SearchHit> {
    let answer = try await search(request.key, limit: limit, cursor: request.cursor)
    return Page(answer.hits, next: answer.next, total: answer.total)
  }
}
