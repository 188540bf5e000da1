// The forms of a load function: for a key or for one list, with failures of its own or any.

extension PagedLoader {
  /// Creates a loader whose load function throws any error, which becomes a ``LoadError``.
  ///
  /// - Parameters:
  ///   - policy: How the loader behaves; each default is the safe choice.
  ///   - load: Brings a page. It may be running for several requests at once: for both ends of a list,
  ///     or when one was replaced and does not heed its cancellation.
  public convenience init(
    policy: PagingPolicy = PagingPolicy(),
    _ load: @escaping @Sendable (PageRequest<Key, Cursor>) async throws -> Page<Cursor, Item>
  ) where Failure == LoadError {
    self.init(policy: policy, failure: { LoadError($0) }, onlyKey: nil, wrapping(load))
  }

  /// Creates a loader whose load function throws its own failure type, or nothing.
  ///
  /// - Parameters:
  ///   - policy: How the loader behaves; each default is the safe choice.
  ///   - failure: Makes a failure of what is wrong with the pages of the server (contract P6). It must
  ///     be free of effects.
  ///   - load: Brings a page. It may be running for several requests at once: for both ends of a list,
  ///     or when one was replaced and does not heed its cancellation.
  public convenience init(
    policy: PagingPolicy = PagingPolicy(),
    failure: @escaping @Sendable (PagingError) -> Failure,
    _ load:
      @escaping @Sendable (PageRequest<Key, Cursor>) async throws(Failure) -> Page<Cursor, Item>
  ) {
    self.init(policy: policy, failure: failure, onlyKey: nil, load)
  }

  convenience init(
    policy: PagingPolicy,
    failure: @escaping @Sendable (PagingError) -> Failure,
    onlyKey: Key?,
    _ load:
      @escaping @Sendable (PageRequest<Key, Cursor>) async throws(Failure) -> Page<Cursor, Item>
  ) {
    let setup = PagedStateMachine<Key, Cursor, Item, Failure>.Setup(
      rules: policy.rules,
      onlyKey: onlyKey,
      failure: failure
    )
    self.init(PagedStorage(policy, setup, .plain(load)))
  }
}

extension PagedLoader where Key == NoRequest {
  /// Creates a loader of one list, whose load function throws any error, which becomes a ``LoadError``.
  ///
  /// - Parameters:
  ///   - policy: How the loader behaves; each default is the safe choice.
  ///   - load: Brings a page.
  public convenience init(
    policy: PagingPolicy = PagingPolicy(),
    _ load: @escaping @Sendable (PageRequest<Key, Cursor>) async throws -> Page<Cursor, Item>
  ) where Failure == LoadError {
    self.init(policy: policy, failure: { LoadError($0) }, onlyKey: NoRequest(), wrapping(load))
  }

  /// Creates a loader of one list, whose load function throws its own failure type, or nothing.
  ///
  /// - Parameters:
  ///   - policy: How the loader behaves; each default is the safe choice.
  ///   - failure: Makes a failure of what is wrong with the pages of the server (contract P6). It must
  ///     be free of effects.
  ///   - load: Brings a page.
  public convenience init(
    policy: PagingPolicy = PagingPolicy(),
    failure: @escaping @Sendable (PagingError) -> Failure,
    _ load:
      @escaping @Sendable (PageRequest<Key, Cursor>) async throws(Failure) -> Page<Cursor, Item>
  ) {
    self.init(policy: policy, failure: failure, onlyKey: NoRequest(), load)
  }
}

private func wrapping<Request, Answer>(
  _ load: @escaping @Sendable (Request) async throws -> Answer
) -> @Sendable (Request) async throws(LoadError) -> Answer {
  { request async throws(LoadError) -> Answer in
    do { return try await load(request) } catch { throw LoadError(error) }
  }
}
