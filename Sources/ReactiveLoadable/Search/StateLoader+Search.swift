import ReactiveLoading
import ReactivePaging
public import ReactiveRelays

extension StateLoader where Key == String {
  /// Searches as you type: debounces the texts of a publisher and loads the newest one.
  ///
  /// ```swift
  /// let text = BehaviorRelay("")
  /// results.search(on: text)
  /// ```
  ///
  /// A character is 100 ms here, `x` empties the field, and each load takes 200 ms:
  ///
  /// ```
  /// typed    -ab----------c------x---a---x
  /// states   n----l-B--------l-C-n------ln
  /// ```
  ///
  /// A text is loaded after the debounce time, without the whitespace around it. A text that is too
  /// short resets a loader and clears a list, immediately. A text whose list is cached is shown
  /// immediately. A text that is no longer the newest is never loaded. The search ends when the
  /// loader is released. See <doc:SearchingAsYouType>.
  ///
  /// - Parameters:
  ///   - texts: The texts of the search field. The loader subscribes immediately. A text that is
  ///     too short, or whose list is cached, changes the state on the thread that publishes it.
  ///   - interval: The debounce time after the last text; 300 ms by default. Zero or less loads
  ///     each text immediately.
  ///   - minimumLength: The smallest number of characters, without whitespace at both ends; 1 by
  ///     default. With zero the empty text is loaded, too.
  ///   - clock: The clock that measures the debounce time; the continuous clock by default.
  /// - Returns: The connection, with which a screen can end a search on a loader that outlives it;
  ///   a text that waits for its debounce time is then not loaded.
  @discardableResult
  public func search(
    on texts: some Publisher<String, Never>,
    debounce interval: Duration = .milliseconds(300),
    minimumLength: Int = 1,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> StreamConnection {
    search(on: texts, debounce: interval, minimumLength: minimumLength, clock: clock) { $0 }
  }

  /// Searches as you type in the texts of an async sequence, which a task of the loader iterates.
  @discardableResult
  public func search<Texts: AsyncSequence & Sendable>(
    on texts: Texts,
    debounce interval: Duration = .milliseconds(300),
    minimumLength: Int = 1,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> StreamConnection where Texts.Element == String, Texts.Failure == Never {
    search(on: texts, debounce: interval, minimumLength: minimumLength, clock: clock) { $0 }
  }
}

extension StateLoader {
  /// Searches as you type, with keys that a closure makes, for instance from text and filters.
  ///
  /// ```swift
  /// results.search(on: text) { [genre] text in Query(text: text, genre: genre.value) }
  /// ```
  ///
  /// If the same text is published again and makes another key, because a filter has changed, that
  /// key is loaded immediately.
  ///
  /// - Parameters:
  ///   - texts: The texts of the search field. The loader subscribes immediately. A text that is
  ///     too short, or whose list is cached, changes the state on the thread that publishes it.
  ///   - interval: The debounce time after the last text; 300 ms by default. Zero or less loads
  ///     each text immediately.
  ///   - minimumLength: The smallest number of characters, without whitespace at both ends; 1 by
  ///     default. With zero the empty text makes a key, too.
  ///   - clock: The clock that measures the debounce time; the continuous clock by default.
  ///   - key: A closure that makes a request or a key from a text that is long enough, without
  ///     whitespace around it. `nil` counts as too short. It is called on the thread that publishes
  ///     a text, and again after the debounce time, outside every lock.
  /// - Returns: The connection, with which a screen can end a search on a loader that outlives it;
  ///   a text that waits for its debounce time is then not loaded.
  @discardableResult
  public func search(
    on texts: some Publisher<String, Never>,
    debounce interval: Duration = .milliseconds(300),
    minimumLength: Int = 1,
    clock: some Clock<Duration> = ContinuousClock(),
    key: @escaping @Sendable (String) -> Key?
  ) -> StreamConnection {
    searchable.search(on: texts, SearchConfiguration(interval, minimumLength, key), clock)
  }

  /// Searches as you type, with keys that a closure makes from the texts of an async sequence.
  ///
  /// A task of the loader iterates the sequence. `key` is called when it yields a text, and again
  /// after the debounce time, outside every lock.
  @discardableResult
  public func search<Texts: AsyncSequence & Sendable>(
    on texts: Texts,
    debounce interval: Duration = .milliseconds(300),
    minimumLength: Int = 1,
    clock: some Clock<Duration> = ContinuousClock(),
    key: @escaping @Sendable (String) -> Key?
  ) -> StreamConnection where Texts.Element == String, Texts.Failure == Never {
    searchable.search(on: texts, SearchConfiguration(interval, minimumLength, key), clock)
  }
}

// MARK: Storages

/// A loader with the storage that its searches use: those of this library.
private protocol SearchableLoader<Key>: StateLoader {
  var searchStorage: any SearchableStorage<Key> { get }
}

extension StateLoader {
  private var searchable: any SearchableStorage<Key> {
    guard let loader = self as? any SearchableLoader<Key> else {
      preconditionFailure("Only a Loader or a PagedLoader can search, not a \(Self.self).")
    }
    return loader.searchStorage
  }
}

extension Loader: SearchableLoader {
  fileprivate var searchStorage: any SearchableStorage<Request> { storage }
}

extension PagedLoader: SearchableLoader {
  fileprivate var searchStorage: any SearchableStorage<Key> { storage }
}

extension LoadStorage: SearchableStorage {
  var currentKey: Request? { keyInQuestion }
  func isCached(_ request: Request) -> Bool { request == currentKey }

  func show(_ request: Request, heldSince number: UInt) {
    _ = perform(.loadIfNeeded(request), unlessSuperseded: number)
  }

  func clear(heldSince number: UInt) { _ = perform(.reset, unlessSuperseded: number) }
}

extension PagedStorage: SearchableStorage {
  func show(_ key: Key, heldSince number: UInt) {
    _ = perform(.loadIfNeeded(key), unlessSuperseded: number)
  }

  func clear(heldSince number: UInt) { _ = perform(.clear, unlessSuperseded: number) }
}
