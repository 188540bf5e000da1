public import ReactiveLoadable

/// Something that a store failed at while a fetch went on.
public struct StoreFailure: Error, Hashable, Sendable {
  /// What it was to do.
  public enum Operation: Hashable, Sendable {
    /// To find a record.
    case read
    /// To keep one.
    case save
    /// To forget one.
    case remove
  }

  /// What it was to do.
  public let operation: Operation
  /// The key of the record.
  public let key: String
  /// What it threw.
  public let error: LoadError
}
