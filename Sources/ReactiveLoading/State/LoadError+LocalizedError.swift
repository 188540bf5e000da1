public import Foundation

extension LoadError: LocalizedError {
  /// The localized description of the wrapped error.
  public var errorDescription: String? { underlying.localizedDescription }
}
