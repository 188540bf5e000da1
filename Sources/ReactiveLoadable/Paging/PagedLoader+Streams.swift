extension PagedLoader {
  /// Performs the intents of a stream for as long as the loader lives.
  ///
  /// - Parameter intents: Subscribed at once; each intent is performed where it is published.
  public func perform(on intents: some Publisher<PagedIntent<Key, Item>, Never>) {
    storage.perform(on: intents)
  }

  /// Performs the intents of an async sequence for as long as the loader lives.
  ///
  /// - Parameter intents: Iterated at once, in a task of the loader.
  public func perform<Intents: AsyncSequence & Sendable>(on intents: Intents)
  where Intents.Element == PagedIntent<Key, Item>, Intents.Failure == Never {
    storage.perform(on: intents)
  }

  /// Performs an intent for every value of a publisher, whatever the values are.
  ///
  /// ```swift
  /// results.perform(.refresh, on: pulled)
  /// results.perform(.next, on: reachedEnd)
  /// ```
  ///
  /// - Parameters:
  ///   - intent: What to do for each value.
  ///   - triggers: Subscribed at once, for as long as the loader lives.
  public func perform<Trigger>(
    _ intent: PagedIntent<Key, Item>,
    on triggers: some Publisher<Trigger, Never>
  ) {
    perform(on: triggers.map { _ in intent })
  }

  /// Performs an intent for every value of an async sequence, whatever the values are.
  ///
  /// - Parameters:
  ///   - intent: What to do for each value.
  ///   - triggers: Iterated at once, in a task of the loader, for as long as it lives.
  public func perform<Triggers: AsyncSequence & Sendable>(
    _ intent: PagedIntent<Key, Item>,
    on triggers: Triggers
  ) where Triggers.Element: Sendable, Triggers.Failure == Never {
    perform(on: triggers.map { _ in intent })
  }

  /// Shows the lists of the keys of a publisher, for as long as the loader lives.
  ///
  /// - Parameter keys: Subscribed at once; each is shown, or loaded, where it is published.
  public func loadIfNeeded(on keys: some Publisher<Key, Never>) {
    perform(on: keys.map(PagedIntent.loadIfNeeded))
  }

  /// Shows the lists of the keys of an async sequence, for as long as the loader lives.
  ///
  /// - Parameter keys: Iterated at once, in a task of the loader.
  public func loadIfNeeded<Keys: AsyncSequence & Sendable>(on keys: Keys)
  where Keys.Element == Key, Keys.Failure == Never {
    perform(on: keys.map { .loadIfNeeded($0) })
  }

  /// Loads what is needed as soon as somebody looks at the states (contract L14).
  ///
  /// Each time that ``states`` gets a subscriber while it has none, the list is loaded unless it is
  /// there and fresh, or on its way. Called while somebody is subscribed, it loads at once.
  ///
  /// - Parameter key: Whose list to load; that of a later call takes its place.
  public func loadWhenObserved(_ key: Key) { storage.performWhenObserved(.loadIfNeeded(key)) }
}
