import Foundation

/// How a loader behaves, as a value.
public struct LoadPolicy: Sendable {
  /// Which errors mean that the work was cancelled, so that they are no failure (contract L5).
  ///
  /// Called on the work's thread. By default `CancellationError` and `URLError.cancelled`, also
  /// inside a ``LoadError``; URLSession throws the latter when its task is cancelled.
  public var isCancellation: @Sendable (any Error) -> Bool

  /// Creates a policy; each default is the safe choice.
  ///
  /// - Parameter isCancellation: Which errors mean that the work was cancelled.
  public init(
    isCancellation: @escaping @Sendable (any Error) -> Bool = { LoadPolicy.meansCancelled($0) }
  ) {
    self.isCancellation = isCancellation
  }

  /// Returns whether an error is one of those that mean cancelled by default.
  ///
  /// For a policy that adds errors of its own to them.
  ///
  /// - Parameter error: An error thrown by a load function.
  /// - Returns: Whether it is `CancellationError` or `URLError.cancelled`, wrapped or not.
  public static func meansCancelled(_ error: any Error) -> Bool {
    let thrown = (error as? LoadError)?.underlying ?? error
    return thrown is CancellationError || (thrown as? URLError)?.code == .cancelled
  }
}
