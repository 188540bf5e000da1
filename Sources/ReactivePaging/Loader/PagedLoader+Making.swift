public import ReactiveLoading

// The initializers: for lists by key or for one list, with typed failures or with `LoadError`.

extension PagedLoader {
  /// Creates a loader whose load function throws any error, which becomes a ``LoadError``.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the loader; `PagingPolicy()` by default.
  ///   - load: A function that returns a page. It can run for several requests at the same time:
  ///     for both ends of a list, or for a replaced request that ignores its cancellation.
  public convenience init(
    policy: PagingPolicy = PagingPolicy(),
    _ load: @escaping @Sendable (PageRequest<Key, Cursor>) async throws -> Page<Cursor, Item>
  ) where Failure == LoadError {
    self.init(policy, failure: { LoadError($0) }, .wrapping(load))
  }

  /// Creates a loader whose load function throws the failure type of the loader, or never throws.
  ///
  /// The closure `failure` converts a ``PagingError``; see <doc:PagingContract#P6-Malformed-pages>.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the loader; `PagingPolicy()` by default.
  ///   - failure: A closure that converts a fault of the server's pages to a failure. It must have
  ///     no side effects.
  ///   - load: A function that returns a page. It can run for several requests at the same time:
  ///     for both ends of a list, or for a replaced request that ignores its cancellation.
  public convenience init(
    policy: PagingPolicy = PagingPolicy(),
    failure: @escaping @Sendable (PagingError) -> Failure,
    _ load:
      @escaping @Sendable (PageRequest<Key, Cursor>) async throws(Failure) -> Page<Cursor, Item>
  ) {
    self.init(policy, failure: failure, .plain(load))
  }

  /// Creates a loader whose load function also reports parts of pages and progress.
  ///
  /// See <doc:PagingContract#P12-Pages-in-parts>. The function may throw any error, which becomes a
  /// ``LoadError``.
  public convenience init(
    policy: PagingPolicy = PagingPolicy(),
    _ load:
      @escaping @Sendable (PageRequest<Key, Cursor>, LoadReporter<Page<Cursor, Item>>) async throws
      -> Page<Cursor, Item>
  ) where Failure == LoadError {
    self.init(
      policy,
      failure: { LoadError($0) },
      LoadWork(wrapping: { page, reporter in try await load(page, reporter()) })
    )
  }

  /// Creates a loader whose load function also reports, and throws the failure type of the loader.
  ///
  /// The closure `failure` converts a ``PagingError``.
  public convenience init(
    policy: PagingPolicy = PagingPolicy(),
    failure: @escaping @Sendable (PagingError) -> Failure,
    _ load:
      @escaping @Sendable (PageRequest<Key, Cursor>, LoadReporter<Page<Cursor, Item>>)
      async throws(Failure) -> Page<Cursor, Item>
  ) {
    self.init(
      policy,
      failure: failure,
      LoadWork { page, reporter throws(Failure) in try await load(page, reporter()) }
    )
  }
}

// Without a key in the closure, the type of the keys is inferred from these.
extension PagedLoader where Key == NoRequest {
  /// Creates a loader of one list, whose load function throws any error.
  ///
  /// The parameters are those of a loader of lists by key.
  public convenience init(
    policy: PagingPolicy = PagingPolicy(),
    _ load: @escaping @Sendable (PageRequest<Key, Cursor>) async throws -> Page<Cursor, Item>
  ) where Failure == LoadError {
    self.init(policy, failure: { LoadError($0) }, .wrapping(load))
  }

  /// Creates a loader of one list, whose load function throws the failure type, or never throws.
  ///
  /// The parameters are those of a loader of lists by key.
  public convenience init(
    policy: PagingPolicy = PagingPolicy(),
    failure: @escaping @Sendable (PagingError) -> Failure,
    _ load:
      @escaping @Sendable (PageRequest<Key, Cursor>) async throws(Failure) -> Page<Cursor, Item>
  ) {
    self.init(policy, failure: failure, .plain(load))
  }

  /// Creates a loader of one list, whose load function also reports, and throws any error.
  public convenience init(
    policy: PagingPolicy = PagingPolicy(),
    _ load:
      @escaping @Sendable (PageRequest<Key, Cursor>, LoadReporter<Page<Cursor, Item>>) async throws
      -> Page<Cursor, Item>
  ) where Failure == LoadError {
    self.init(
      policy,
      failure: { LoadError($0) },
      LoadWork(wrapping: { page, reporter in try await load(page, reporter()) })
    )
  }

  /// Creates a loader of one list, whose load function also reports, and throws the failure type.
  public convenience init(
    policy: PagingPolicy = PagingPolicy(),
    failure: @escaping @Sendable (PagingError) -> Failure,
    _ load:
      @escaping @Sendable (PageRequest<Key, Cursor>, LoadReporter<Page<Cursor, Item>>)
      async throws(Failure) -> Page<Cursor, Item>
  ) {
    self.init(
      policy,
      failure: failure,
      LoadWork { page, reporter throws(Failure) in try await load(page, reporter()) }
    )
  }
}

extension Mutation {
  /// Unavailable; a mutation edits a ``Loader``.
  ///
  /// <doc:EditingOptimistically> shows optimistic updates in a paged list.
  @available(
    *,
    unavailable,
    message: "Return the edits of the list, as in '{ id in [.remove(id)] }'."
  )
  public convenience init<Key, Cursor, Item: Identifiable, ListFailure>(
    policy: MutationPolicy = MutationPolicy(),
    editing list: PagedLoader<Key, Cursor, Item, ListFailure>,
    change: @escaping @Sendable (Input, inout [Item]) -> Void,
    write: @escaping @Sendable (Input) async throws(Failure) -> Output,
    confirm: (@Sendable (Input, Output, inout [Item]) -> Void)? = nil
  ) {
    self.init(policy: policy, write)
  }
}
