public import Foundation
public import ReactiveLoadable

/// A failure of a store of records, during a fetch for instance.
public struct StoreFailure: LocalizedError, Hashable, Sendable {
  /// A call of the store.
  public enum Operation: Hashable, Sendable {
    /// The store did not read a record.
    case read
    /// The store did not write a record.
    case save
    /// The store did not remove a record.
    case remove
    /// The store did not remove all records.
    case removeAll
  }

  /// The call that failed.
  public let operation: Operation
  /// The key of the record; empty for the removal of all records.
  public let key: String
  /// The error that the store threw.
  public let error: LoadError

  init(operation: Operation, key: String, error: any Error) {
    self.operation = operation
    self.key = key
    self.error = LoadError(HTTPRedaction.error(error))
  }

  /// A message that names the record and the cause.
  public var errorDescription: String? {
    let record = "The record of \(HTTPRedaction.text(key)) cannot be"
    let reason = error.localizedDescription
    return switch operation {
    case .read: "\(record) read: \(reason)"
    case .save: "\(record) saved: \(reason)"
    case .remove: "\(record) removed: \(reason)"
    case .removeAll: "The records of the store cannot be removed: \(reason)"
    }
  }
}

// Credentials are redacted.
extension StoreFailure: Described {
  package var objectText: ObjectText {
    ObjectText("StoreFailure", "\(operation)", ["key": HTTPRedaction.text(key), "error": error])
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["operation": operation, "key": HTTPRedaction.text(key), "error": error]
  }
}
