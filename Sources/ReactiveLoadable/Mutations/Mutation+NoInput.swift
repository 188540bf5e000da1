/// The input of a mutation that has only one thing to do, such as to log out.
public typealias NoInput = NoRequest

extension Mutation where Input == NoInput {
  /// Creates a mutation without an input, whose write function throws its own failure type, or
  /// nothing.
  ///
  /// - Parameters:
  ///   - policy: How the mutation behaves; each default is the safe choice.
  ///   - write: Writes, and returns what came of it.
  public convenience init(
    policy: MutationPolicy = MutationPolicy(),
    _ write: @escaping @Sendable () async throws(Failure) -> Output
  ) {
    self.init(policy: policy) { _ throws(Failure) in try await write() }
  }

  /// Creates a mutation without an input, whose write function throws any error.
  ///
  /// - Parameters:
  ///   - policy: How the mutation behaves; each default is the safe choice.
  ///   - write: Writes, and returns what came of it; what it throws becomes a ``LoadError``.
  public convenience init(
    policy: MutationPolicy = MutationPolicy(),
    _ write: @escaping @Sendable () async throws -> Output
  ) where Failure == LoadError {
    self.init(policy: policy) { (_: NoInput) async throws -> Output in try await write() }
  }

  /// Writes, when the order of the policy lets it.
  ///
  /// - Returns: A handle of this write alone.
  @discardableResult
  public func run() -> LoadTask<Output, Failure> { run(NoInput()) }
}
