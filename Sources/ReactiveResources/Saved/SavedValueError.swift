public import Foundation
public import ReactiveLoadable

/// A fault of a saved value, which an observer receives; it never fails a load.
///
/// Each key in it is redacted (``HTTPRedaction``).
public enum SavedValueError: LocalizedError, Hashable, Sendable {
  /// The store failed to read, write or remove a record.
  case store(StoreFailure)
  /// The value cannot be encoded; the old record is unchanged.
  case cannotEncode(key: String, error: LoadError)
  /// The bytes of the record cannot be decoded; the record is removed.
  case cannotDecode(key: String, error: LoadError)
  /// The record has another version than that of its loader; the record is removed.
  case otherVersion(key: String, found: Int, expected: Int)
  /// The record has a value of another type, or of another codec; the record is removed.
  ///
  /// It is reported once for each loader, list or cache.
  case otherType(key: String, found: String, expected: String)
  /// The record is no saved value, for instance a response over HTTP; the record is removed.
  case foreign(key: String)
  /// The record was saved later than now, because a clock was changed; its value counts as stale.
  case fromFuture(key: String, savedAt: Date)

  /// A message that names the record, its fault, and the consequence.
  public var errorDescription: String? {
    switch self {
    case .store(let failure): failure.localizedDescription
    case .cannotEncode(let key, let error):
      "The value of \(key) cannot be encoded, and is not saved: \(error.localizedDescription)"
    case .cannotDecode(let key, let error):
      "The record of \(key) cannot be decoded, and is removed: \(error.localizedDescription)"
    case .otherVersion(let key, let found, let expected):
      "The record of \(key) has version \(found), not \(expected), and is removed."
    case .otherType(let key, let found, let expected):
      """
      The record of \(key) contains a value of \(found), not of \(expected), and is removed. Use one key \
      for values of one type.
      """
    case .foreign(let key):
      """
      The record of \(key) is no saved value, and is removed. Use keys or a store that nothing else uses.
      """
    case .fromFuture(let key, let savedAt):
      """
      The record of \(key) was saved on \(HTTPDate.text(for: savedAt)), later than now, and its value is \
      stale. Check the clock of this computer.
      """
    }
  }
}
