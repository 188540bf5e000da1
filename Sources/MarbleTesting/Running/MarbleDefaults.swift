/// The arguments of `marbles` that a test or a suite sets for all of its runs.
///
/// With Swift Testing, traits set them: `.marbles(allowing: .taskSleep)`, `.exploring(500)`. With
/// XCTest, override `invokeTest`:
///
/// ```swift
/// override func invokeTest() {
///   MarbleDefaults(allowing: .taskSleep).apply { super.invokeTest() }
/// }
/// ```
///
/// An argument of a call of `marbles` takes precedence. The defaults are task-local values, so a
/// detached task does not inherit them.
public struct MarbleDefaults: Hashable, Sendable {
  /// The activity outside virtual time that the runs allow; nothing by default.
  public var allowance: MarbleAllowance
  /// The number of orders that each run explores; one by default.
  public var runs: Int
  /// The order that each run repeats; nil by default.
  public var order: MarbleOrder?

  /// Creates defaults with some of the properties.
  public init(
    allowing allowance: MarbleAllowance = [],
    exploring runs: Int = 1,
    replaying order: MarbleOrder? = nil
  ) {
    self.allowance = allowance
    self.runs = runs
    self.order = order
  }

  @TaskLocal static var current = MarbleDefaults()

  /// Calls a closure once, synchronously, in which the runs have these defaults.
  public func apply<Result>(_ body: () throws -> Result) rethrows -> Result {
    try MarbleDefaults.$current.withValue(self, operation: body)
  }
}
