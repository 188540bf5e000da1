public import Foundation

/// Tells the date, by which age is measured across runs of a program.
///
/// A clock that measures durations cannot do that, because it starts anew with every boot.
public struct WallClock: Sendable {
  /// The date as it is now; called on any thread.
  public var now: @Sendable () -> Date

  /// Creates a clock.
  ///
  /// - Parameter now: Tells the date; called on any thread.
  public init(now: @escaping @Sendable () -> Date) { self.now = now }

  /// The date of the system.
  public static let system = WallClock { Date() }
}
