extension Mutation where Input == NoRequest {
  /// Creates a mutation that takes no input and whose write function throws a typed failure.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the mutation; `MutationPolicy()` by default.
  ///   - write: The function that writes and returns the output.
  public convenience init(
    policy: MutationPolicy = MutationPolicy(),
    _ write: @escaping @Sendable () async throws(Failure) -> Output
  ) {
    self.init(policy: policy) { _ throws(Failure) in try await write() }
  }

  /// Creates a mutation that takes no input and whose write function throws any error.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the mutation; `MutationPolicy()` by default.
  ///   - write: The function that writes and returns the output; its error becomes a ``LoadError``.
  public convenience init(
    policy: MutationPolicy = MutationPolicy(),
    _ write: @escaping @Sendable () async throws -> Output
  ) where Failure == LoadError {
    self.init(policy: policy) { (_: NoRequest) async throws -> Output in try await write() }
  }

  /// Starts a write, or enqueues it if the overlap of the policy requires it.
  ///
  /// - Returns: A handle of this write only.
  @discardableResult
  public func run() -> LoadTask<Output, Failure> { run(NoRequest()) }
}
