import CombineShim

/// A subscription that is retained until it is cancelled or released.
// SAFETY: `AnyCancellable.cancel()` is called once, when the run that owns it ends.
final class SendableCancellable: @unchecked Sendable {
  private let subscription: AnyCancellable

  init(_ subscription: AnyCancellable) { self.subscription = subscription }

  func cancel() { subscription.cancel() }
}
