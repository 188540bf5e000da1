/// The interests of a prefetch, each of which ends when its key has loaded or failed.
final class Prefetch: Sendable {
  private let streams = OwnedStreams()

  func wait<Key, Value, Failure>(for interest: LoadInterest<Key, Value, Failure>) {
    guard interest.state.isLoading else { return interest.cancel() }
    // Until then the subscription keeps the interest.
    streams.own(interest.states.first { !$0.isLoading }) { _ in interest.cancel() }
  }
}
