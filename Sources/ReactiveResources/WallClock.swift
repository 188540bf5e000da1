public import Foundation
import ReactiveLoadable

/// A source of the current date, which measures ages across launches of a program.
///
/// ``system`` is the default of all parameters of this type. A clock that measures durations cannot
/// measure ages, because it restarts with every boot. A test uses
/// a clock of virtual time, so that expiry by `max-age` takes virtual time:
///
/// ```swift
/// marbles(frame: .seconds(1)) { m in
///   let wallClock = WallClock(from: m.clock)
///   let server = MemoryTransport(clock: m.clock, wallClock: wallClock)
///   let fetcher = ResourceFetcher(transport: server, wallClock: wallClock)
/// }
/// ```
public struct WallClock: Sendable {
  /// The current date; called on any thread.
  public var now: @Sendable () -> Date

  /// Creates a clock from a function that returns the current date, called on any thread.
  public init(now: @escaping @Sendable () -> Date) { self.now = now }

  /// Creates a clock whose date advances with another clock, such as `m.clock` in a marble test.
  ///
  /// - Parameters:
  ///   - clock: The clock to follow.
  ///   - start: The current date; the start of 2001 in UTC by default.
  public init(
    from clock: some Clock<Duration>,
    startingAt start: Date = Date(timeIntervalSinceReferenceDate: 0)
  ) {
    let elapsed = ElapsedTime(on: clock)
    self.init { start + elapsed.now() / .seconds(1) }
  }

  /// The clock of the system.
  public static let system = WallClock { Date() }
}
