extension PagedLoader where Key == String {
  /// Loads the newest text of a publisher after a debounce time, until the loader is released.
  ///
  /// ```swift
  /// let text = BehaviorRelay("")
  /// results.search(on: text)
  /// ```
  ///
  /// A character is 100 ms here, `x` empties the field, and each page takes 200 ms:
  ///
  /// ```
  /// typed    -ab----------c------b-----x
  /// states   n----l-B--------l-C-B-----n
  /// ```
  ///
  /// A text is loaded after the debounce time, without the whitespace around it. A text that is too
  /// short cancels and clears at once. A text whose list is cached is shown at once. A text that is
  /// no longer the newest is never loaded. See <doc:SearchingAsYouType> for all rules.
  ///
  /// - Parameters:
  ///   - texts: The texts. The loader subscribes at once. A text clears the loader, or shows a
  ///     cached list, on the thread that publishes it.
  ///   - rest: The debounce time after the last text; 300 ms by default. Zero or less loads each
  ///     text at once.
  ///   - minimumLength: The smallest number of characters, without whitespace at both ends; 1 by
  ///     default. With zero the empty text is loaded, too.
  ///   - clock: The clock that measures the debounce time; the continuous clock by default.
  public func search(
    on texts: some Publisher<String, Never>,
    debounce rest: Duration = .milliseconds(300),
    minimumLength: Int = 1,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    search(on: texts, debounce: rest, minimumLength: minimumLength, clock: clock) { $0 }
  }

  /// Loads the newest text of an async sequence after a debounce time.
  ///
  /// The search ends when the loader is released.
  ///
  /// - Parameters:
  ///   - texts: The texts, which a task of the loader iterates from now on.
  ///   - rest: The debounce time after the last text; 300 ms by default. Zero or less loads each
  ///     text at once.
  ///   - minimumLength: The smallest number of characters, without whitespace at both ends; 1 by
  ///     default. With zero the empty text is loaded, too.
  ///   - clock: The clock that measures the debounce time; the continuous clock by default.
  public func search<Texts: AsyncSequence & Sendable>(
    on texts: Texts,
    debounce rest: Duration = .milliseconds(300),
    minimumLength: Int = 1,
    clock: some Clock<Duration> = ContinuousClock()
  ) where Texts.Element == String, Texts.Failure == Never {
    search(on: texts, debounce: rest, minimumLength: minimumLength, clock: clock) { $0 }
  }
}

extension PagedLoader {
  /// Loads keys that a closure makes from debounced texts, for instance with filters.
  ///
  /// ```swift
  /// results.search(on: text) { [genre] text in Query(text: text, genre: genre.value) }
  /// ```
  ///
  /// If the same text is published again and makes another key, because a filter has changed, that
  /// key is loaded at once.
  ///
  /// - Parameters:
  ///   - texts: The texts. The loader subscribes at once. A text clears the loader, or shows a
  ///     cached list, on the thread that publishes it.
  ///   - rest: The debounce time after the last text; 300 ms by default. Zero or less loads each
  ///     text at once.
  ///   - minimumLength: The smallest number of characters, without whitespace at both ends; 1 by
  ///     default. With zero the empty text makes a key, too.
  ///   - clock: The clock that measures the debounce time; the continuous clock by default.
  ///   - key: A closure that makes a key from a text that is long enough, without whitespace around
  ///     it. `nil` counts as too short. It is called on the thread that publishes a text, and again
  ///     after the debounce time, outside every lock.
  public func search(
    on texts: some Publisher<String, Never>,
    debounce rest: Duration = .milliseconds(300),
    minimumLength: Int = 1,
    clock: some Clock<Duration> = ContinuousClock(),
    key: @escaping @Sendable (String) -> Key?
  ) {
    storage.search(on: texts, SearchRules(rest, minimumLength, key), clock)
  }

  /// Loads keys that a closure makes from the debounced texts of an async sequence.
  ///
  /// - Parameters:
  ///   - texts: The texts, which a task of the loader iterates from now on.
  ///   - rest: The debounce time after the last text; 300 ms by default. Zero or less loads each
  ///     text at once.
  ///   - minimumLength: The smallest number of characters, without whitespace at both ends; 1 by
  ///     default. With zero the empty text makes a key, too.
  ///   - clock: The clock that measures the debounce time; the continuous clock by default.
  ///   - key: A closure that makes a key from a text that is long enough, without whitespace around
  ///     it. `nil` counts as too short. It is called when the sequence yields a text, and again
  ///     after the debounce time, outside every lock.
  public func search<Texts: AsyncSequence & Sendable>(
    on texts: Texts,
    debounce rest: Duration = .milliseconds(300),
    minimumLength: Int = 1,
    clock: some Clock<Duration> = ContinuousClock(),
    key: @escaping @Sendable (String) -> Key?
  ) where Texts.Element == String, Texts.Failure == Never {
    storage.search(on: texts, SearchRules(rest, minimumLength, key), clock)
  }
}

extension PagedStorage: SearchedStorage {
  func show(_ key: Key) { _ = perform(.loadIfNeeded(key)) }

  func clear() { _ = perform(.clear) }
}
