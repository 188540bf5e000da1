/// The records of the values of a loader, a list or a cache, which survive the process.
///
/// It is not generic: requests and values are in boxes. Its functions may be called from any
/// thread. Saves and removals only add to a queue, so the owner calls them under its lock, in the
/// order of its decisions; the others run code of the caller, and are called outside every lock.
package protocol LoadRecords: AnyObject, Sendable {
  /// Returns the text that identifies the record of a request.
  ///
  /// It runs code of the caller.
  func key(of request: AnyBox) -> String

  /// Reads the record of a key, after the operations of that key that were called before.
  ///
  /// - Parameters:
  ///   - key: The key of the record.
  ///   - request: The request of the key, for reports.
  /// - Returns: The value; `nil` without a record that can be used, whose fault is reported.
  func record(for key: String, of request: AnyBox) async -> RestoredValue?

  /// Reports a read that has exceeded its time.
  func reportTimeout(of key: String, _ request: AnyBox)

  /// Saves the confirmed value of a key, which replaces one that waits to be saved.
  ///
  /// It returns immediately: a task encodes and writes the value.
  func save(_ value: AnyBox, for key: String, of request: AnyBox, _ kind: SaveKind)

  /// Marks the record of a key as stale, whose value is not in memory; it returns immediately.
  ///
  /// A task does so after the operations of that key that were called before. Without a record it
  /// does nothing.
  func markStale(_ key: String, of request: AnyBox)

  /// Removes the record of a key after its running operation; it returns immediately.
  func remove(_ key: String, of request: AnyBox)

  /// Makes all records misses from now on; the result removes them from the store.
  func removeAll() -> ScopeRemoval

  /// Sets the receiver of reports about records; called once, before all other functions.
  func report(to receiver: @escaping @Sendable (LoadObserver.Event.Kind, _ request: AnyBox) -> Void)
}

/// An operation on a record, which a decision of its owner has caused.
package enum RecordOperation: Sendable {
  case save(AnyBox, key: String, of: AnyBox, SaveKind)
  case remove(key: String, of: AnyBox)
}

extension LoadRecords {
  /// Adds an operation to the queue; the caller may hold a lock.
  package func add(_ operation: RecordOperation) {
    switch operation {
    case .save(let value, let key, let request, let kind): save(value, for: key, of: request, kind)
    case .remove(let key, let request): remove(key, of: request)
    }
  }
}

/// A value that was read from its record.
package struct RestoredValue: Sendable {
  /// The value, in a ``SavedBox``.
  package let value: AnyBox
  /// The time since the value was loaded or set; negative for a record from the future.
  package let age: Duration
  /// True if the value was marked as stale after that.
  package let isStale: Bool

  package init(value: AnyBox, age: Duration, isStale: Bool) {
    self.value = value
    self.age = age
    self.isStale = isStale
  }
}

/// The reason why a value is saved, which determines the date of its record.
package enum SaveKind: Hashable, Sendable {
  /// The value was loaded or set; it was already this old.
  case loaded(age: Duration)
  /// The value was edited: the record keeps the date of the value before.
  case edited
  /// The value was marked as stale: the record keeps its date.
  case stale
}
