import Foundation

extension Error {
  /// The error as it was thrown, also from inside a ``LoadError``.
  var thrown: any Error { (self as? LoadError)?.underlying ?? self }

  /// Whether it says that the work was cancelled: `CancellationError` and `URLError.cancelled` do.
  package var meansCancelled: Bool {
    let thrown = thrown
    return thrown is CancellationError || (thrown as? URLError)?.code == .cancelled
  }
}
