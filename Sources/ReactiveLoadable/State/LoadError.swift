import Foundation

/// Any error, made comparable, so that states with untyped errors can be compared.
///
/// Two are equal when what they hold has the same type, that type is `Equatable`, and the two are
/// equal; an error that is not `Equatable` is equal only to copies of the same `LoadError`.
/// Different errors never compare equal, whatever their descriptions say.
public struct LoadError: Error {
  /// The error as it was thrown.
  public var underlying: any Error { box.error }

  private let box: Box

  /// Holds an error; a `LoadError` is not wrapped again.
  ///
  /// - Parameter underlying: The error as it was thrown.
  public init(_ underlying: any Error) {
    self = underlying as? LoadError ?? LoadError(box: Box(underlying))
  }

  private init(box: Box) { self.box = box }

  /// Gives an error that is not `Equatable` an identity of its own.
  private final class Box: Sendable {
    let error: any Error
    init(_ error: any Error) { self.error = error }
  }
}

extension LoadError: Hashable {
  /// Compares by the rule of the type: same `Equatable` type and equal, or the very same.
  ///
  /// - Parameters:
  ///   - left: An error.
  ///   - right: Another error.
  /// - Returns: Whether they are known to be the same.
  public static func == (left: Self, right: Self) -> Bool {
    if left.box === right.box { return true }
    guard let type = left.type as? any Equatable.Type, left.type == right.type else { return false }
    return type.areEqual(left.underlying, right.underlying)
  }

  /// Feeds the type of the error, and the domain and code of an error of Foundation.
  ///
  /// The error's own `hash(into:)` is not called: on Linux that of `NSError`, of `URLError` and of all
  /// that holds one of these traps.
  ///
  /// - Parameter hasher: Where to feed it.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type))
    if let error = underlying.foundationError {
      hasher.combine(error.domain)
      hasher.combine(error.code)
    } else if !(type is any Equatable.Type) {
      hasher.combine(ObjectIdentifier(box))
    }
  }

  // NB: conformances are asked of the type, because a cast of the error itself may bridge it to an
  // NSError, which compares by domain and code.
  private var type: any Error.Type { Swift.type(of: underlying) }
}

extension LoadError: CustomStringConvertible, CustomReflectable {
  /// What the held error says of itself to a developer.
  public var description: String { String(describing: underlying) }

  /// The held error, without the box it is held in.
  public var customMirror: Mirror {
    Mirror(self, children: ["underlying": underlying], displayStyle: .struct)
  }
}
