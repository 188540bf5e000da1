public import Foundation
import ReactiveRelays

/// A wrapper that makes any error `Hashable`, so that states with untyped errors can be compared.
///
/// Two values are equal if their errors have the same `Equatable` type and are equal. An error that
/// is not `Equatable` is equal only to copies of the same `LoadError`. Descriptions are not
/// compared.
///
/// A state with errors can be saved: see ``encode(to:)``.
public struct LoadError: Error {
  /// The wrapped error.
  public var underlying: any Error { box.value }

  /// The box is the identity of an error that is not `Equatable`.
  private let box: Box<any Error>

  /// Wraps an error; a `LoadError` is not wrapped again.
  ///
  /// - Parameter underlying: The error to wrap.
  public init(_ underlying: any Error) {
    self = underlying as? LoadError ?? LoadError(box: Box(underlying))
  }

  private init(box: Box<any Error>) { self.box = box }
}

extension LoadError: Hashable {
  /// Compares two errors of the same `Equatable` type, or the identity of other errors.
  ///
  /// - Parameters:
  ///   - left: An error.
  ///   - right: Another error.
  /// - Returns: True if both are equal values of one `Equatable` type, or copies of one
  ///   `LoadError`.
  public static func == (left: Self, right: Self) -> Bool {
    if left.box === right.box { return true }
    guard let type = left.type as? any Equatable.Type, left.type == right.type else { return false }
    return type.areEqual(left.underlying, right.underlying)
  }

  /// Hashes the type of the error, and the domain and code of a Foundation error.
  ///
  /// This does not call `hash(into:)` of the wrapped error: on Linux, `NSError`, `URLError` and
  /// types that contain them trap there.
  ///
  /// - Parameter hasher: The hasher to feed.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type))
    if let error = underlying.foundationError {
      hasher.combine(error.domain)
      hasher.combine(error.code)
    } else if !(type is any Equatable.Type) {
      hasher.combine(ObjectIdentifier(box))
    }
  }

  // NB: conformances are tested on the type, because a cast of the error itself may bridge it to an
  // NSError, which compares by domain and code.
  private var type: any Error.Type { Swift.type(of: underlying) }
}

extension LoadError: CustomStringConvertible, CustomReflectable {
  /// The description of the wrapped error.
  public var description: String { fullText(underlying) }

  /// The mirror of the wrapped error, without its box.
  public var customMirror: Mirror {
    Mirror(self, children: ["underlying": underlying], displayStyle: .struct)
  }
}

extension LoadError: LocalizedError {
  /// The localized description of the wrapped error.
  public var errorDescription: String? { underlying.localizedDescription }
}

extension LoadError: Codable {
  /// Decodes an error from its text, which remains its description.
  ///
  /// Two decoded errors are equal if their texts are, and if both or none of them were
  /// cancellations. No decoded error equals the original one.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if the content is not an error.
  public init(from decoder: any Decoder) throws { self.init(try DecodedError(from: decoder)) }

  /// Encodes the text of the error, and whether it was a cancellation.
  ///
  /// The form is `{"text": "…", "isCancellation": false}`. The text is the localized description of
  /// an error that has one, and otherwise its description, which may contain the values of the
  /// error. Its type and its underlying errors are not encoded.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The error that the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try DecodedError(
      text: underlying.logText(.shown),
      isCancellation: underlying.countsAsCancellation
    ).encode(to: encoder)
  }
}

/// An error of an earlier process, of which only the text is known.
struct DecodedError: LocalizedError, Hashable, Codable, CustomStringConvertible {
  let text: String
  let isCancellation: Bool

  var description: String { text }
  var errorDescription: String? { text }
}
