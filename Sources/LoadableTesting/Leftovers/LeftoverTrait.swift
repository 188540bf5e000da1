#if canImport(Testing)
public import Testing

/// A trait that fails a test, or each test of a suite, for what outlives it.
///
/// ```swift
/// @Suite(.leftovers) struct FeedTests {
///   @Test(.leftovers(ignoring: "images")) func `a feed with covers`() async { … }
/// }
/// ```
///
/// It is ``leftovers(grace:ignoring:fileID:filePath:line:column:_:)`` for a whole test. If a test
/// and its suite have the trait, that of the test is used. See <doc:FindingLeftovers>.
public struct LeftoverTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate let grace: Duration
  fileprivate let names: [String]

  /// True, because a suite applies it to the tests in it.
  public var isRecursive: Bool { true }

  /// Runs a test, and then checks what it has left behind.
  @concurrent public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    let check = LeftoverCheck(ignoring: names)
    let (result, text) = await check.run(grace: grace) { () async -> Result<Void, any Error> in
      do { return .success(try await function()) } catch { return .failure(error) }
    }
    if let text {
      Issue.record(Comment(rawValue: text), sourceLocation: test.sourceLocation)
    }
    try result.get()
  }
}

extension Trait where Self == LeftoverTrait {
  /// Fails a test, or each test of a suite, for what outlives it.
  public static var leftovers: Self { .leftovers() }

  /// Fails a test, or each test of a suite, for what outlives it, with exceptions.
  ///
  /// The parameters are those of ``leftovers(grace:ignoring:fileID:filePath:line:column:_:)``.
  public static func leftovers(
    grace: Duration = .seconds(1),
    ignoring names: String...
  ) -> Self {
    LeftoverTrait(grace: grace, names: names)
  }
}
#endif
