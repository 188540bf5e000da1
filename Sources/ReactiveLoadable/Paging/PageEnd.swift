public import Foundation

/// What goes on at an end of a list that loads page by page.
public enum PageEnd<Failure: Error> {
  /// There is more, and nobody has asked for it.
  case idle
  /// A page is on its way, or waits for the refresh that runs; counts the retries so far.
  case loading(attempt: Int)
  /// The last page that was asked for has failed; a retry asks for it again.
  case failed(Failure)
  /// There is nothing more.
  case complete

  /// A page is on its way, at the first attempt.
  public static var loading: Self { .loading(attempt: 0) }

  /// Whether a page is on its way.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// Whether there is nothing more.
  public var isComplete: Bool {
    if case .complete = self { true } else { false }
  }

  /// Why the last page has failed; `nil` in any other state.
  public var error: Failure? {
    if case .failed(let error) = self { error } else { nil }
  }
}

extension PageEnd: Sendable {}
extension PageEnd: Equatable where Failure: Equatable {}
extension PageEnd: Hashable where Failure: Hashable {}

/// What is wrong with the pages of a server, so that a list cannot go on by itself (contract P6).
///
/// Its items stay. A retry asks again for what failed.
public enum PagingError: Error, Hashable, LocalizedError {
  /// A page names itself as the one that follows.
  case repeatedCursor
  /// So many pages in a row had no new item.
  case emptyPages(Int)

  /// A sentence for people.
  public var errorDescription: String? {
    switch self {
    case .repeatedCursor: "The list does not go on: its last page leads to itself."
    case .emptyPages(let count): "Nothing new was found on \(count) pages."
    }
  }
}
