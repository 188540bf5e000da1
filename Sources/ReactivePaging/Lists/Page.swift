public import Foundation
public import ReactiveLoading
import ReactiveRelays

/// A request of a paged loader to its load function: one page of the list of a key.
public struct PageRequest<Key: Hashable & Sendable, Cursor: Hashable & Sendable>: Sendable {
  /// The position of a requested page relative to the loaded pages.
  public enum Direction: Hashable, Sendable {
    /// The first page of a new list.
    case first
    /// The page after the last one.
    case next
    /// The page before the first one.
    case previous
  }

  /// The key of the list, for instance a search text or the id of a chat.
  public let key: Key
  /// The cursor of the page, as an earlier page returned it; `nil` for the first page.
  public let cursor: Cursor?
  /// The position of the page relative to the loaded pages.
  public let direction: Direction
  /// The cause of the load of the list, for instance to bypass an HTTP cache during a refresh.
  ///
  /// A page that is added at an end is a plain load. Requests with other causes are equal.
  public internal(set) var cause: LoadCause

  /// Creates a request, for tests of load functions.
  public init(
    key: Key,
    cursor: Cursor? = nil,
    direction: Direction = .first,
    cause: LoadCause = .load
  ) {
    self.key = key
    self.cursor = cursor
    self.direction = direction
    self.cause = cause
  }
}

extension PageRequest: Hashable {
  /// Compares the pages of two requests, whatever their causes.
  ///
  /// - Parameters:
  ///   - left: A request.
  ///   - right: Another request.
  /// - Returns: True if both request the same page.
  public static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.cursor == right.cursor && left.direction == right.direction
  }

  /// Hashes the page of the request.
  ///
  /// - Parameter hasher: The hasher to feed.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(cursor)
    hasher.combine(direction)
  }
}

/// One page of a list, as a load function returns it.
///
/// The server defines the cursor: a page number, an offset or a token.
///
/// ```swift
/// Page(answer.items, next: answer.cursor)                              // a token, nil at the end
/// Page(answer.items, next: answer.page < answer.pages ? answer.page + 1 : nil)
/// ```
public struct Page<Cursor, Item> {
  /// The items of the page, in order.
  public var items: [Item]
  /// The cursor of the page after this one; `nil` if this page is the last.
  public var next: Cursor?
  /// The cursor of the page before this one; `nil` if this page is the first.
  public var previous: Cursor?
  /// The number of items on all pages; `nil` if the server does not report it.
  public var total: Int?

  /// Creates a page; each parameter sets the property of its name.
  public init(_ items: [Item], next: Cursor?, previous: Cursor? = nil, total: Int? = nil) {
    self.items = items
    self.next = next
    self.previous = previous
    self.total = total
  }

  /// Transforms the items of the page and removes those for which the closure returns `nil`.
  ///
  /// If a load function removes all items of a page in this way, the page counts as empty and the
  /// next page is loaded immediately. See <doc:PagingContract#P6-Malformed-pages>.
  ///
  /// - Parameter transform: A closure that returns the new item, or `nil` to remove the item.
  /// - Returns: A page with the new items and the same cursors and total.
  /// - Throws: The error that `transform` throws.
  public func compactMap<NewItem, E: Error>(
    _ transform: (Item) throws(E) -> NewItem?
  ) throws(E) -> Page<Cursor, NewItem> {
    var kept: [NewItem] = []
    kept.reserveCapacity(items.count)
    for item in items {
      if let new = try transform(item) { kept.append(new) }
    }
    return Page<Cursor, NewItem>(kept, next: next, previous: previous, total: total)
  }
}

extension Page where Cursor == Int {
  /// Creates a page of a list that is requested by offset.
  ///
  /// The cursor of the next page is the offset after the last item of this page. An empty page is
  /// the last one.
  ///
  /// - Parameters:
  ///   - items: The items of the page. Without a total, fewer items than the limit mark the last
  ///     page.
  ///   - offset: The number of items before the page.
  ///   - limit: The number of requested items.
  ///   - total: The number of items on all pages; `nil`, the default, if it is not known. A known
  ///     total determines the last page.
  public init(_ items: [Item], offset: Int, limit: Int, total: Int? = nil) {
    let (end, isBeyond) = offset.addingReportingOverflow(items.count)
    let isLast = items.isEmpty || isBeyond || total.map { end >= $0 } ?? (items.count < limit)
    self.init(items, next: isLast ? nil : end, total: total)
  }
}

extension Page: Encodable where Cursor: Encodable, Item: Encodable {}
extension Page: Decodable where Cursor: Decodable, Item: Decodable {}
extension Page: Sendable where Cursor: Sendable, Item: Sendable {}
extension Page: Equatable where Cursor: Equatable, Item: Equatable {}
extension Page: Hashable where Cursor: Hashable, Item: Hashable {}

extension PageRequest: CustomStringConvertible {
  /// The key and the page, as in `"swift", first page` and `"swift", next page at 2`.
  public var description: String {
    let page =
      "\(direction) page\(cursor.map { " at \(shortText($0, limit: 60, isQuoted: true))" } ?? "")"
    return key is NoRequest ? page : "\(shortText(key, limit: 60, isQuoted: true)), \(page)"
  }
}

// MARK: Ends

/// The state of one end of a paginated list.
public enum PageEnd<Failure: Error> {
  /// Another page exists and is not requested.
  case idle
  /// A page is in flight, or waits for a running refresh; `attempt` is the number of its retries.
  case loading(attempt: Int)
  // NB: Indirect, because the code that copies inline errors is 3 kB.
  /// The last requested page failed; a retry requests it again.
  indirect case failed(Failure)
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
