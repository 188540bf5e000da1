public import Foundation

extension LoadError: LocalizedError {
  /// What the held error says of itself to a person.
  public var errorDescription: String? { underlying.localizedDescription }
}
