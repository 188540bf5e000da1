import Foundation

/// How a loader behaves, as a value.
public struct LoadPolicy: Sendable {
  /// Which more errors mean that the work was cancelled, so that they are no failure (contract L5).
  ///
  /// `CancellationError` and `URLError.cancelled`, which URLSession throws when its task is
  /// cancelled, always do, also inside a ``LoadError``. Called on the work's thread.
  public var isCancellation: @Sendable (any Error) -> Bool

  /// Creates a policy; each default is the safe choice.
  ///
  /// - Parameter isCancellation: Which more errors mean that the work was cancelled, by default none.
  public init(isCancellation: @escaping @Sendable (any Error) -> Bool = { _ in false }) {
    self.isCancellation = isCancellation
  }

  func meansCancelled(_ error: any Error) -> Bool {
    let thrown = (error as? LoadError)?.underlying ?? error
    return thrown is CancellationError || (thrown as? URLError)?.code == .cancelled
      || isCancellation(error)
  }
}
