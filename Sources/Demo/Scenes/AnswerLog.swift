import ReactiveLoadable

/// A search that heeds no cancellation, and notes when it was asked and answered.
///
/// Some clients are like that: a shared download, a wrapped callback. Their old answers arrive
/// late, and it is the loader that keeps them from the screen.
struct AnswerLog: Sendable {
  private let search: @Sendable (String) async throws(APIError) -> SearchAnswer
  private let answered = BehaviorRelay<[String]>([])

  init(search: @escaping @Sendable (String) async throws(APIError) -> SearchAnswer) {
    self.search = search
  }

  /// The queries whose answers have arrived, in the order of arrival.
  var arrivals: [String] { answered.value }

  /// Searches to the end, whether or not the answer is still wanted.
  func callAsFunction(_ query: String) async throws(APIError) -> SearchAnswer {
    let result = await Task { () async -> Result<SearchAnswer, APIError> in
      do throws(APIError) { return .success(try await search(query)) } catch {
        return .failure(error)
      }
    }.value
    answered.update { $0.append(query) }
    return try result.get()
  }

  /// Waits until the answer to a query has arrived, or until the waiting task is cancelled.
  func arrived(_ query: String) async {
    _ = await answered.elements.first { $0.contains(query) }
  }
}
