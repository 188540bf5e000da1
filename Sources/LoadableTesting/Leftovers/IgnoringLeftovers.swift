/// Runs code that creates what may outlive the test, such as a cache that the app shares.
///
/// ```swift
/// ignoringLeftovers { Covers.shared.prefetch("swift") }
/// ```
///
/// Objects that the code and its tasks create are no leftovers of the test. Without a check it only
/// runs the code. See <doc:FindingLeftovers#E6-Exceptions>.
///
/// - Parameter body: The code.
/// - Returns: The result of `body`.
/// - Throws: The error of `body`.
@discardableResult
public func ignoringLeftovers<Success, Failure: Error>(
  _ body: () throws(Failure) -> Success
) throws(Failure) -> Success {
  let result = LeftoverCheck.$scope.withValue(.ignored(in: .current)) {
    () -> Result<Success, Failure> in
    do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
  }
  return try result.get()
}

/// Runs asynchronous code that creates what may outlive the test, on the actor of the caller.
@discardableResult
public func ignoringLeftovers<Success, Failure: Error>(
  _ body: () async throws(Failure) -> Success
) async throws(Failure) -> Success {
  let result = await LeftoverCheck.$scope.withValue(.ignored(in: .current)) {
    () async -> Result<Success, Failure> in
    do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
  }
  return try result.get()
}
