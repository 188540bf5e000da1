/// What a paged loader asks its load function for: one page of the list of a key.
public struct PageRequest<Key: Hashable & Sendable, Cursor: Hashable & Sendable>: Hashable, Sendable
{
  /// Where a page stands to those that are there.
  public enum Direction: Hashable, Sendable {
    /// It is the one with which a list begins.
    case first
    /// It follows the last one.
    case next
    /// It comes before the first one.
    case previous
  }

  /// Whose list it is: the text of a search, the id of a chat.
  public let key: Key
  /// Where the page is found, as a page before it has told; `nil` for the first one.
  public let cursor: Cursor?
  /// Where the page stands to those that are there.
  public let direction: Direction

  /// Creates a request, for tests of load functions.
  ///
  /// - Parameters:
  ///   - key: Whose list it is.
  ///   - cursor: Where the page is found; `nil` for the first one.
  ///   - direction: Where the page stands to those that are there.
  public init(key: Key, cursor: Cursor? = nil, direction: Direction = .first) {
    self.key = key
    self.cursor = cursor
    self.direction = direction
  }
}
