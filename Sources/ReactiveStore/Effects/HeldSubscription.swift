import CombineShim

/// A subscription that is kept until it is cancelled or released.
// SAFETY: it is cancelled once, by whoever ends what it belongs to.
final class HeldSubscription: @unchecked Sendable {
  private let subscription: AnyCancellable

  init(_ subscription: AnyCancellable) { self.subscription = subscription }

  func cancel() { subscription.cancel() }
}
