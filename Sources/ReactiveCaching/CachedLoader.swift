import ReactiveLoading
import ReactiveRelays

/// The loader of a key whose load is needed, its place in the queue, and its grace countdown.
final class CachedLoader<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  let loader: Loader<Key, Value, Failure>
  let queueClient: QueueClient
  let lookout: CacheLookout
  private let wait = Lock(Wait())

  /// The last countdown that was started or cancelled.
  ///
  /// The ticket orders calls of different threads.
  private struct Wait {
    var ticket: UInt = 0
    var countdown: CancellableTimer?
  }

  init(_ loader: Loader<Key, Value, Failure>, _ queueClient: QueueClient, _ lookout: CacheLookout) {
    self.loader = loader
    self.queueClient = queueClient
    self.lookout = lookout
  }

  /// Starts the grace countdown and calls `body` at its end, unless a later ticket exists.
  func countDown(
    _ grace: Duration,
    _ ticket: UInt,
    on clock: any Clock<Duration>,
    _ body: @escaping @Sendable () -> Void
  ) {
    let new = CancellableTimer()
    let (isNext, before) = wait.withLock { wait in
      guard ticket > wait.ticket else { return (false, CancellableTimer?.none) }
      defer { wait = Wait(ticket: ticket, countdown: new) }
      return (true, wait.countdown)
    }
    before?.cancel()
    if isNext { new.start(grace, on: clock, body) }
  }

  /// Cancels the countdown of a ticket after a new interest, but not a later countdown.
  func callOff(_ ticket: UInt) {
    let countdown = wait.withLock { wait in
      guard ticket >= wait.ticket else { return CancellableTimer?.none }
      defer { wait = Wait(ticket: ticket) }
      return wait.countdown
    }
    countdown?.cancel()
  }

  /// Closes the loader after the last interest; it never loads again.
  func end() { loader.storage.stop() }

  deinit { callOff(.max) }
}
