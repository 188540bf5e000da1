import ReactiveLoading
import ReactiveRelays

/// The interests of a prefetch, each of which ends when its key has loaded or failed.
final class Prefetch: Sendable {
  private let streams = CancellableBag()

  func wait<Key, Value, Failure>(for interest: LoadInterest<Key, Value, Failure>) {
    guard interest.state.isLoading else { return interest.cancel() }
    // The subscription owns the interest. It ends with the interest, because the states complete.
    streams.own(interest.states) { if !$0.isLoading { interest.cancel() } }
  }

  /// Ends the remaining interests.
  ///
  /// It must run before the handle of the prefetch is released: a load that ends here may use that
  /// handle.
  func cancel() { streams.cancel() }
}
