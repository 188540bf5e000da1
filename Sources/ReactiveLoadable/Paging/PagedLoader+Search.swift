extension PagedLoader where Key == String {
  /// Loads what is typed when it rests, for as long as the loader lives (contract P8).
  ///
  /// ```swift
  /// let text = BehaviorRelay("")
  /// results.search(on: text)
  /// ```
  ///
  /// A character is 100 ms here, `x` empties the box, and each page takes 200 ms:
  ///
  /// ```
  /// typed    -ab----------c------b-----x
  /// states   n----l-B--------l-C-B-----n
  /// ```
  ///
  /// A text that rests is loaded, without the white space around it. One that is too short cancels
  /// and clears at once, and one whose list is remembered shows at once. A text that is no longer the
  /// newest is never loaded. See <doc:SearchingAsYouType> for all rules.
  ///
  /// - Parameters:
  ///   - texts: Subscribed at once; where a text is published it clears or shows what is remembered.
  ///   - rest: How long a text rests before it is loaded, counted from the last one: 300 ms. Zero or
  ///     less loads each at once.
  ///   - minimumLength: How many characters a text has at least: 1. With zero an empty box is loaded,
  ///     too.
  ///   - clock: What the rest is counted on: the continuous clock.
  public func search(
    on texts: some Publisher<String, Never>,
    debounce rest: Duration = .milliseconds(300),
    minimumLength: Int = 1,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    search(on: texts, debounce: rest, minimumLength: minimumLength, clock: clock) { $0 }
  }

  /// Loads what is typed when it rests, for as long as the loader lives (contract P8).
  ///
  /// - Parameters:
  ///   - texts: Iterated at once, in a task of the loader.
  ///   - rest: How long a text rests before it is loaded, counted from the last one: 300 ms. Zero or
  ///     less loads each at once.
  ///   - minimumLength: How many characters a text has at least: 1. With zero an empty box is loaded,
  ///     too.
  ///   - clock: What the rest is counted on: the continuous clock.
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
  /// Loads what is typed when it rests, by keys that are made of it, for instance with filters.
  ///
  /// ```swift
  /// results.search(on: text) { [genre] text in Query(text: text, genre: genre.value) }
  /// ```
  ///
  /// When the same text is published again and makes another key, because a filter has changed, that
  /// is loaded at once.
  ///
  /// - Parameters:
  ///   - texts: Subscribed at once; where a text is published it clears or shows what is remembered.
  ///   - rest: How long a text rests before it is loaded, counted from the last one: 300 ms. Zero or
  ///     less loads each at once.
  ///   - minimumLength: How many characters a text has at least: 1. With zero an empty box makes a
  ///     key, too.
  ///   - clock: What the rest is counted on: the continuous clock.
  ///   - key: Makes a key of a text that is long enough, without white space around it; `nil` counts
  ///     as too short. Called where a text is published, and again when it has rested, under no lock.
  public func search(
    on texts: some Publisher<String, Never>,
    debounce rest: Duration = .milliseconds(300),
    minimumLength: Int = 1,
    clock: some Clock<Duration> = ContinuousClock(),
    key: @escaping @Sendable (String) -> Key?
  ) {
    let typing = storage.beginTyping(TypingRules(rest, minimumLength, key), clock)
    storage.streams.own(texts, finished: { typing.accept(.ended) }) { typing.accept(.typed($0)) }
  }

  /// Loads what is typed when it rests, by keys that are made of it, for instance with filters.
  ///
  /// - Parameters:
  ///   - texts: Iterated at once, in a task of the loader.
  ///   - rest: How long a text rests before it is loaded, counted from the last one: 300 ms. Zero or
  ///     less loads each at once.
  ///   - minimumLength: How many characters a text has at least: 1. With zero an empty box makes a
  ///     key, too.
  ///   - clock: What the rest is counted on: the continuous clock.
  ///   - key: Makes a key of a text that is long enough, without white space around it; `nil` counts
  ///     as too short. Called when a text comes, and again when it has rested, under no lock.
  public func search<Texts: AsyncSequence & Sendable>(
    on texts: Texts,
    debounce rest: Duration = .milliseconds(300),
    minimumLength: Int = 1,
    clock: some Clock<Duration> = ContinuousClock(),
    key: @escaping @Sendable (String) -> Key?
  ) where Texts.Element == String, Texts.Failure == Never {
    let typing = storage.beginTyping(TypingRules(rest, minimumLength, key), clock)
    storage.streams.own { [weak storage] in
      for await text in texts {
        // A sequence may be deaf to the cancellation that comes when the loader goes.
        if storage == nil { return }
        typing.accept(.typed(text))
      }
      typing.accept(.ended)
    }
  }
}
