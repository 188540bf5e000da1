public import Foundation
import ReactiveLoadable

/// Tells the date, by which age is measured across runs of a program.
///
/// A clock that measures durations cannot do that, because it starts anew with every boot. In a test
/// one does, so that an expiry by `max-age` takes virtual time:
///
/// ```swift
/// marbles(frame: .seconds(1)) { m in
///   let wallClock = WallClock(from: m.clock)
///   let server = MemoryTransport(clock: m.clock, wallClock: wallClock)
///   let fetcher = ResourceFetcher(transport: server, wallClock: wallClock)
/// }
/// ```
public struct WallClock: Sendable {
  /// The date as it is now; called on any thread.
  public var now: @Sendable () -> Date

  /// Creates a clock.
  ///
  /// - Parameter now: Tells the date; called on any thread.
  public init(now: @escaping @Sendable () -> Date) { self.now = now }

  /// Creates a clock whose date goes on as another clock does, for a test or a simulation.
  ///
  /// - Parameters:
  ///   - clock: The clock, such as that of a marble test.
  ///   - start: The date as it is now: the beginning of 2001, in universal time.
  public init(
    from clock: some Clock<Duration>,
    startingAt start: Date = Date(timeIntervalSinceReferenceDate: 0)
  ) {
    let elapsed = ElapsedTime(on: clock)
    self.init { start + elapsed.now() / .seconds(1) }
  }

  /// The date of the system.
  public static let system = WallClock { Date() }
}
