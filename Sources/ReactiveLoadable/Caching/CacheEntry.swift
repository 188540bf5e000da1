/// The loader of a key that somebody is interested in, and its place in the queue.
@usableFromInline
final class CacheEntry<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  let loader: Loader<Key, Value, Failure>
  let place: QueuePlace
  private let wait = Lock(Wait())

  /// The last countdown that was begun or called off, by its ticket: threads come in any order.
  private struct Wait {
    var ticket: UInt = 0
    var countdown: Countdown?
  }

  init(_ loader: Loader<Key, Value, Failure>, _ place: QueuePlace) {
    self.loader = loader
    self.place = place
  }

  /// Calls `body` when nobody has been interested for a while, unless that is over already.
  func countDown(
    _ grace: Duration,
    _ ticket: UInt,
    on clock: any Clock<Duration>,
    _ body: @escaping @Sendable () -> Void
  ) {
    let new = Countdown()
    let (isNext, before) = wait.withLock { wait in
      guard ticket > wait.ticket else { return (false, Countdown?.none) }
      defer { wait = Wait(ticket: ticket, countdown: new) }
      return (true, wait.countdown)
    }
    before?.callOff()
    if isNext { new.begin(grace, on: clock, body) }
  }

  /// Somebody is interested again: calls off the countdown of a ticket, but not a later one.
  func callOff(_ ticket: UInt) {
    let countdown = wait.withLock { wait in
      guard ticket >= wait.ticket else { return Countdown?.none }
      defer { wait = Wait(ticket: ticket) }
      return wait.countdown
    }
    countdown?.callOff()
  }

  /// The entry has ended: its loader stops, and never loads again.
  func end() { loader.storage.handle(.close) }

  deinit { callOff(.max) }
}
