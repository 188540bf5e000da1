#if canImport(Testing)
public import Testing

/// A trait that sets the arguments of `marbles` for all runs of a test or a suite.
///
/// ```swift
/// @Suite(.marbles(allowing: .taskSleep)) struct PlayerTests {
///   @Test(.exploring(500)) func `a tap during a load`() { marbles { m in … } }
/// }
/// ```
///
/// The trait of a test takes precedence over that of its suite, and an argument of a call over
/// both.
public struct MarbleTrait: TestTrait, SuiteTrait, TestScoping {
  private let change: @Sendable (inout MarbleDefaults) -> Void

  fileprivate init(_ change: @escaping @Sendable (inout MarbleDefaults) -> Void) {
    self.change = change
  }

  /// True, because a suite applies it to the tests in it.
  public var isRecursive: Bool { true }

  /// Runs a test with the changed defaults.
  @concurrent public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    var defaults = MarbleDefaults.current
    change(&defaults)
    try await MarbleDefaults.$current.withValue(defaults) { try await function() }
  }
}

extension Trait where Self == MarbleTrait {
  /// Sets what the runs of a test or a suite may do outside virtual time.
  ///
  /// An empty set allows nothing, also in a suite that allows more.
  public static func marbles(allowing allowance: MarbleAllowance) -> Self {
    MarbleTrait { $0.allowance = allowance }
  }

  /// Runs each `marbles` of a test or a suite once, in the order that an exploring run printed.
  public static func replaying(_ order: MarbleOrder) -> Self {
    MarbleTrait { $0.order = order }
  }

  /// Runs each `marbles` of a test or a suite in several orders of simultaneous jobs and timers.
  ///
  /// The number of orders is at least 1. See <doc:HowTimeRuns>.
  public static func exploring(_ runs: Int) -> Self {
    MarbleTrait { $0.runs = runs }
  }
}
#endif
