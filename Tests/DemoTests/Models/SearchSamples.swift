import LoadableTesting
import ReactiveLoadable

@testable import Demo

typealias SearchPage = Page<String, SearchHit>
typealias SearchWork = MarbleCold<SearchPage, APIError>

extension SearchHit {
  static func sample(_ code: String) -> SearchHit {
    SearchHit(kind: .country, code: code, name: "Name of \(code)", language: "en")
  }
}

extension SearchModel.Results.List {
  /// A list of sample rows, each a letter.
  static func sample(
    _ codes: String,
    of key: String = "ge",
    append: PageEnd<APIError> = .idle,
    total: Int? = nil,
    duplicateCount: Int = 0
  ) -> Self {
    Self(
      key: key,
      codes.map { .sample(String($0)) },
      append: append,
      total: total,
      duplicateCount: duplicateCount
    )
  }

  /// The rows, then the end: `…` idle, `+` loading, `!` failed, `.` complete.
  var sketch: String { map(\.code).joined() + append.sketch }
}

extension PageEnd<APIError> {
  fileprivate var sketch: String {
    switch self {
    case .idle: "…"
    case .loading: "+"
    case .failed: "!"
    case .complete: "."
    }
  }
}

extension SearchModel.State {
  /// `n` not requested, `l` loading, `r` loading over a list, `f` failed, each with the visible
  /// list.
  var sketch: String {
    switch self {
    case .notRequested: "n"
    case .loading(let loading): loading.previous.map { "r" + $0.sketch } ?? "l"
    case .loaded(let list): list.sketch
    case .failed(let failed): "f" + (failed.previous?.sketch ?? "")
    }
  }
}

extension Marbles {
  /// A request for a page: `1`, `2` and `3` follow one another, `A` and `B` are alone.
  func searchPage(
    _ diagram: String,
    then later: [String] = [],
    _ cancellation: MarbleCancellation = .honored
  ) -> SearchWork {
    cold(
      diagram,
      [
        "A": page("A", next: nil), "B": page("B", next: nil), "1": page("ab", next: "2"),
        "2": page("cd", next: "3"), "3": page("ef", next: nil),
      ],
      failure: APIError.status(500),
      then: later,
      cancellation: cancellation
    )
  }

  private func page(_ codes: String, next: String?) -> SearchPage {
    SearchPage(codes.map { .sample(String($0)) }, next: next)
  }

  /// A search with a debounce time of 30 ms whose pages are diagrams, by text and cursor.
  @MainActor
  func search(_ pages: [String: SearchWork], distance: Int = 1) -> SearchModel {
    keep(
      SearchModel(quiet: .milliseconds(30), distance: distance, clock: clock) {
        request async throws(APIError) in
        let name = request.key + (request.cursor ?? "")
        guard let page = pages[name] else { throw .transport("unexpected: \(name)") }
        return try await page(orCancelled: .cancelled)
      }
    )
  }
}
