import ReactiveRelays

public import Foundation
import ReactiveLoading

/// The state of one end of a paginated list.
public enum PageEnd<Failure: Error> {
  /// Another page exists and is not requested.
  case idle
  /// A page is in flight, or waits for a running refresh; `attempt` is the number of its retries.
  case loading(attempt: Int)
  /// The last requested page failed; a retry requests it again.
  case failed(Failure)
  /// No page follows.
  case complete

  /// The state of an end with a page in flight that has not been retried.
  public static var loading: Self { .loading(attempt: 0) }

  /// A Boolean value that indicates whether a page is in flight or waits for a refresh.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// A Boolean value that indicates whether no page follows.
  public var isComplete: Bool {
    if case .complete = self { true } else { false }
  }

  /// The failure of the last requested page; `nil` in any other state.
  public var error: Failure? {
    if case .failed(let error) = self { error } else { nil }
  }
}

extension PageEnd: CustomStringConvertible {
  /// The state as text, as in `loading`, `loading(attempt: 2)` and `failed(offline)`.
  public var description: String {
    switch self {
    case .idle: "idle"
    case .loading(attempt: 0): "loading"
    case .loading(let attempt): "loading(attempt: \(attempt))"
    case .failed(let error): "failed(\(shortText(error, limit: 60)))"
    case .complete: "complete"
    }
  }
}

extension PageEnd: Sendable {}
extension PageEnd: Equatable where Failure: Equatable {}
extension PageEnd: Hashable where Failure: Hashable {}

/// A fault of the server's pages that stops pagination.
///
/// The list keeps its items. A retry requests the failed page again.
/// See <doc:PagingContract#P6-Malformed-pages>.
public enum PagingError: Error, Hashable, LocalizedError {
  /// The next cursor of a page equals the cursor of its request.
  case repeatedCursor
  /// More pages in a row than ``PagingPolicy/emptyPageLimit`` had no new item; with their number.
  case emptyPages(Int)

  /// A description of the fault for the user.
  public var errorDescription: String? {
    switch self {
    case .repeatedCursor: "The list cannot continue: its last page is its own next page."
    case .emptyPages(let count): "Loading stopped after \(count) pages without new items."
    }
  }
}
