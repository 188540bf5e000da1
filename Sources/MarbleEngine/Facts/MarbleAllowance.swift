/// Ways of leaving virtual time that a run permits.
///
/// ```swift
/// marbles(allowing: .taskSleep) { m in … }
/// ```
///
/// By default a run fails if its code sleeps without an injected clock, or starts work that the run
/// does not control. Allowed sleeps and work do not fail the run; a failing run lists them.
public struct MarbleAllowance: OptionSet, Hashable, Sendable {
  /// The bits of the options.
  public let rawValue: Int

  /// Creates a set of options from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `Task.sleep`, and operators of a system clock: code that injects no clock.
  ///
  /// Such sleeps take virtual time where ``MarbleCoverage/Mechanism/sleep`` is covered; elsewhere
  /// the run fails and executes nothing.
  public static let taskSleep = MarbleAllowance(rawValue: 1)

  /// Work on dispatch queues, threads, run loops and other processes.
  ///
  /// The run does not wait for it. Allow it for work that the test does not depend on, such as
  /// logging; a wake or an event that arrives from it still fails the run.
  public static let outsideWork = MarbleAllowance(rawValue: 2)
}
