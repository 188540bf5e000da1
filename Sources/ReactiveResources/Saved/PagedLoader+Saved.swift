public import ReactiveLoadable

// The initializers of paged loaders whose lists are saved.

/// The saved pages of the lists of a `PagedLoader`.
///
/// A constant has its types, for instance to call `finish()` before the app ends:
///
/// ```swift
/// let pages: SavedPages<Topic, String, Post> = .json(version: 1, pages: 2, in: disk) {
///   "feed/\($0)"
/// }
/// let feed = PagedLoader(saved: pages) { page in try await api.feed(page) }
/// await pages.finish()
/// ```
public typealias SavedPages<Key: Sendable, Cursor: Sendable, Item: Sendable> = SavedValues<
  Key, [Page<Cursor, Item>]
>

extension PagedLoader {
  /// Creates a loader that shows the saved pages of a list before it loads, and saves its pages.
  ///
  /// ```swift
  /// let feed = PagedLoader(saved: .json(version: 1, pages: 2, in: disk) { "feed/\($0)" }) {
  ///   (page: PageRequest<Topic, String>) in try await api.feed(page.key, after: page.cursor)
  /// }
  /// ```
  ///
  /// The first load of a key in a process shows its saved pages, and `next()` waits for the
  /// refresh. The paging contract has every rule.
  ///
  /// - Parameters:
  ///   - saved: The store, the format and the number of the pages that are saved.
  ///   - policy: The configuration of the loader; `PagingPolicy()` by default.
  ///   - load: A function that returns a page, as of a loader whose lists are not saved.
  public convenience init(
    saved: SavedValues<Key, [Page<Cursor, Item>]>,
    policy: PagingPolicy = PagingPolicy(),
    _ load: @escaping @Sendable (PageRequest<Key, Cursor>) async throws -> Page<Cursor, Item>
  ) where Failure == LoadError {
    self.init(saved, policy, failure: { LoadError($0) }, .wrapping(load))
  }

  /// Creates a loader with saved lists, whose load function throws the failure type, or never.
  ///
  /// The closure `failure` converts a `PagingError`, a fault of the server's pages. The other
  /// parameters are those of a loader whose load function throws any error.
  public convenience init(
    saved: SavedValues<Key, [Page<Cursor, Item>]>,
    policy: PagingPolicy = PagingPolicy(),
    failure: @escaping @Sendable (PagingError) -> Failure,
    _ load:
      @escaping @Sendable (PageRequest<Key, Cursor>) async throws(Failure) -> Page<Cursor, Item>
  ) {
    self.init(saved, policy, failure: failure, .plain(load))
  }

  /// Creates a loader with saved lists, whose load function also reports parts and progress.
  public convenience init(
    saved: SavedValues<Key, [Page<Cursor, Item>]>,
    policy: PagingPolicy = PagingPolicy(),
    _ load:
      @escaping @Sendable (PageRequest<Key, Cursor>, LoadReporter<Page<Cursor, Item>>) async throws
      -> Page<Cursor, Item>
  ) where Failure == LoadError {
    self.init(
      saved,
      policy,
      failure: { LoadError($0) },
      LoadWork(wrapping: { page, reporter in try await load(page, reporter()) })
    )
  }

  /// Creates a loader with saved lists, whose load function also reports, and has a failure type.
  public convenience init(
    saved: SavedValues<Key, [Page<Cursor, Item>]>,
    policy: PagingPolicy = PagingPolicy(),
    failure: @escaping @Sendable (PagingError) -> Failure,
    _ load:
      @escaping @Sendable (PageRequest<Key, Cursor>, LoadReporter<Page<Cursor, Item>>)
      async throws(Failure) -> Page<Cursor, Item>
  ) {
    self.init(
      saved,
      policy,
      failure: failure,
      LoadWork { page, reporter throws(Failure) in try await load(page, reporter()) }
    )
  }

  private convenience init(
    _ saved: SavedValues<Key, [Page<Cursor, Item>]>,
    _ policy: PagingPolicy,
    failure: @escaping @Sendable (PagingError) -> Failure,
    _ work: LoadWork<PageRequest<Key, Cursor>, Page<Cursor, Item>, Failure>
  ) {
    let records = saved.source.records()
    self.init(policy, failure: failure, work, records: records, pages: saved.pages)
  }
}

// MARK: Formats

extension SavedValues {
  /// Saves the first pages of each list of a `PagedLoader` as JSON.
  ///
  /// As an argument of the loader it has the types of the loader. A constant needs them: see
  /// ``SavedPages``.
  ///
  /// - Parameters:
  ///   - version: The version of the items and cursors; a record of another version is not used.
  ///   - pages: The number of pages of each list that are saved; less than 1 counts as 1.
  ///   - store: The store of the records.
  ///   - wallClock: The clock that dates the lists; that of the system by default.
  ///   - key: Returns the key of the record of a list: any text, unique in the store.
  /// - Returns: The saved lists, for the initializer of one or several loaders.
  public static func json<Cursor: Codable & Sendable, Item: Codable & Sendable>(
    version: Int,
    pages: Int,
    in store: some ResourceStore,
    wallClock: WallClock = .system,
    key: @escaping @Sendable (Request) -> String
  ) -> Self where Value == [Page<Cursor, Item>] {
    json(version: version, in: store, wallClock: wallClock, key: key).pages(pages)
  }

  /// Saves the first pages of the only list of a `PagedLoader` as JSON.
  ///
  /// - Parameters:
  ///   - key: The key of the record: any text, unique in the store.
  ///   - version: The version of the items and cursors; a record of another version is not used.
  ///   - pages: The number of pages that are saved; less than 1 counts as 1.
  ///   - store: The store of the record.
  ///   - wallClock: The clock that dates the list; that of the system by default.
  /// - Returns: The saved list, for the initializer of a loader.
  public static func json<Cursor: Codable & Sendable, Item: Codable & Sendable>(
    _ key: String,
    version: Int,
    pages: Int,
    in store: some ResourceStore,
    wallClock: WallClock = .system
  ) -> Self where Request == NoRequest, Value == [Page<Cursor, Item>] {
    json(version: version, pages: pages, in: store, wallClock: wallClock) { _ in key }
  }

  /// Returns a copy that saves this number of pages of each list, for formats other than JSON.
  ///
  /// Without it, the first page is saved.
  ///
  /// - Parameter count: The number of pages; less than 1 counts as 1.
  /// - Returns: The saved lists, for the initializer of one or several loaders.
  public func pages<Cursor, Item>(_ count: Int) -> Self where Value == [Page<Cursor, Item>] {
    var saved = self
    saved.pages = count
    return saved
  }
}
