/// The loader of a key that somebody is interested in, and its place in the queue.
@usableFromInline
final class CacheEntry<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  let loader: Loader<Key, Value, Failure>
  let place: QueuePlace
  private let countdown = Lock(Countdown?.none)

  init(_ loader: Loader<Key, Value, Failure>, _ place: QueuePlace) {
    self.loader = loader
    self.place = place
  }

  /// Calls `body` when nobody has been interested for a while.
  func countDown(
    _ grace: Duration,
    on clock: any Clock<Duration>,
    _ body: @escaping @Sendable () -> Void
  ) {
    let new = Countdown()
    exchange(for: new)?.callOff()
    new.begin(grace, on: clock, body)
  }

  /// Somebody is interested again.
  func callOff() { exchange(for: nil)?.callOff() }

  private func exchange(for new: Countdown?) -> Countdown? {
    countdown.withLock { countdown in
      defer { countdown = new }
      return countdown
    }
  }

  deinit { callOff() }
}
