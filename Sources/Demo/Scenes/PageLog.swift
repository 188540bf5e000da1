import ReactiveLoadable

/// A search that heeds no cancellation, and notes what came for each page it was asked for.
///
/// Some clients are like that: a shared download, a wrapped callback. Their old answers arrive
/// late, and it is the loader that keeps them from the screen.
struct PageLog: Sendable {
  typealias Request = SearchModel.Results.Request
  typealias Answer = Page<String, SearchHit>
  typealias Search = @Sendable (Request) async throws(APIError) -> Answer

  /// What came for a page.
  struct Arrival: Sendable {
    var request: Request
    var result: Result<Answer, APIError>
  }

  private let search: Search
  private let answered = BehaviorRelay<[Arrival]>([])

  init(search: @escaping Search) { self.search = search }

  /// What has come, in the order of arrival.
  var arrivals: [Arrival] { answered.value }

  /// Searches to the end, whether or not the answer is still wanted.
  func callAsFunction(_ request: Request) async throws(APIError) -> Answer {
    let result = await Task { () async -> Result<Answer, APIError> in
      do throws(APIError) { return .success(try await search(request)) } catch {
        return .failure(error)
      }
    }.value
    answered.update { $0.append(Arrival(request: request, result: result)) }
    return try result.get()
  }

  /// Waits until an answer for a text has arrived, or until the waiting task is cancelled.
  func arrived(_ query: String) async {
    _ = await answered.elements.first { $0.contains { $0.request.key == query } }
  }
}
