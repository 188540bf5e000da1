/// A request of a paged loader to its load function: one page of the list of a key.
public struct PageRequest<Key: Hashable & Sendable, Cursor: Hashable & Sendable>: Hashable, Sendable
{
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

  /// Creates a request, for tests of load functions.
  ///
  /// - Parameters:
  ///   - key: The key of the list.
  ///   - cursor: The cursor of the page; `nil`, the default, for the first page.
  ///   - direction: The position of the page relative to the loaded pages; `first` by default.
  public init(key: Key, cursor: Cursor? = nil, direction: Direction = .first) {
    self.key = key
    self.cursor = cursor
    self.direction = direction
  }
}
