import Foundation
import ReactiveLoadable

/// Search as you type, in an infinite list.
@MainActor
final class SearchModel {
  typealias Results = PagedLoader<String, String, SearchHit, APIError>
  typealias State = Loadable<Results.List, APIError>

  /// The expression that creates the model in a recorded test.
  static let recorded = "SearchModel(clock: m.clock, search: search)"

  let query = BehaviorRelay("")
  private let results: Results

  var states: ReadOnlyRelay<State> { results.states }

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

  func shows(row: Int) { results.visible(at: row) }
  func refresh() { results.refresh() }
  func retry() { results.retry() }
}

extension API {
  func search(
    _ request: SearchModel.Results.Request,
    limit: Int
  ) async throws(APIError) -> Page<String, SearchHit> {
    let answer = try await search(request.key, limit: limit, cursor: request.cursor)
    return Page(answer.hits, next: answer.next, total: answer.total)
  }
}

extension PagedList where Item == SearchHit {
  /// The mark of a list: its number of pages, or the state of its end.
  func mark(pagesOf size: Int) -> StateMark {
    switch append {
    case .idle: pages(of: size)
    case .loading: StateMark("a", "next page in flight", .busy, .omitted)
    case .failed: StateMark("e", "the next page failed", .bad)
    case .complete: StateMark("c", "complete")
    }
  }

  private func pages(of size: Int) -> StateMark {
    let pages = (count + duplicateCount + size - 1) / size
    guard pages < 10 else { return StateMark("+", "more than nine pages") }
    return StateMark(String(pages), pages == 1 ? "1 page" : "\(pages) pages")
  }

  var amount: String { total.map { "\(count) of \($0)" } ?? String(count) }
}

enum SearchKind: String, Codable, Sendable, CaseIterable {
  case country
  case language
  case currency
  case timeZone
}

struct SearchEntry: Sendable {
  struct Name: Sendable {
    var text: String
    var language: String
    var folded: String

    init(_ text: String, language: String) {
      self.text = text
      self.language = language
      folded = text.folded
    }
  }

  var kind: SearchKind
  /// The code of the standard: `DE`, `de`, `EUR`, `Europe/Berlin`.
  var code: String
  /// At least one; results show the first.
  var names: [Name]

  /// Returns an entry that is first in the results for a text.
  static func addition(number: Int = 1, foundAs text: String) -> SearchEntry {
    let names = ["A new country, number \(number)", text]
    return SearchEntry(
      kind: .country,
      code: "+\(number)",
      names: names.map { Name($0, language: SearchIndex.languages[0]) }
    )
  }
}

struct SearchHit: Codable, Hashable, Sendable, Identifiable {
  var kind: SearchKind
  var code: String
  var name: String
  var matched: String?
  var language: String

  /// Kind and code: a language and a currency can share a code.
  var id: String { "\(kind.rawValue) \(code)" }
}

struct SearchAnswer: Codable, Hashable, Sendable {
  var query: String
  var total: Int
  var hits: [SearchHit]
  var next: String?
}

extension String {
  /// The text for comparison: lower case, without diacritics, one width for each letter.
  var folded: String {
    let folded = folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
      locale: nil
    )
    return String(folded.map { Self.letters[$0] ?? $0 })
  }

  // Letters often typed without their stroke, which Unicode does not decompose.
  private static let letters: [Character: Character] = ["ø": "o", "ł": "l", "đ": "d", "ı": "i"]
}
