public import ReactiveLoading
public import ReactiveRelays

extension PagedLoader {
  /// Performs the intents of a publisher until the loader is released.
  ///
  /// - Parameter intents: The intents. The loader subscribes immediately and performs each intent
  ///   on the thread that publishes it.
  /// - Returns: The connection, with which the caller may end it earlier.
  @discardableResult
  public func perform(
    on intents: some Publisher<PagedIntent<Key, Item>, Never>
  ) -> StreamConnection {
    storage.perform(on: intents)
  }

  /// Performs the intents of an async sequence, which a task of the loader iterates from now on.
  @discardableResult
  public func perform<Intents: AsyncSequence & Sendable>(on intents: Intents) -> StreamConnection
  where Intents.Element == PagedIntent<Key, Item>, Intents.Failure == Never {
    storage.perform(on: intents) { $0 }
  }

  /// Performs an intent for every value of a publisher and ignores the value.
  ///
  /// ```swift
  /// results.perform(.refresh, on: pulled)
  /// results.perform(.next, on: reachedEnd)
  /// ```
  ///
  /// - Parameters:
  ///   - intent: The intent that is performed for each value.
  ///   - triggers: The values. The loader subscribes immediately, for its lifetime.
  /// - Returns: The connection, with which the caller may end it earlier.
  @discardableResult
  public func perform<Trigger>(
    _ intent: PagedIntent<Key, Item>,
    on triggers: some Publisher<Trigger, Never>
  ) -> StreamConnection {
    perform(on: triggers.map { _ in intent })
  }

  /// Performs an intent for every value of an async sequence, which a task of the loader iterates.
  @discardableResult
  public func perform<Triggers: AsyncSequence & Sendable>(
    _ intent: PagedIntent<Key, Item>,
    on triggers: Triggers
  ) -> StreamConnection where Triggers.Element: Sendable, Triggers.Failure == Never {
    storage.perform(on: triggers) { _ in intent }
  }

  /// Performs ``loadIfNeeded(_:)`` for every key of a publisher until the loader is released.
  ///
  /// - Parameter keys: The keys. The loader subscribes immediately, and shows or loads the list of
  ///   each key on the thread that publishes it.
  /// - Returns: The connection, with which the caller may end it earlier.
  @discardableResult
  public func loadIfNeeded(on keys: some Publisher<Key, Never>) -> StreamConnection {
    perform(on: keys.map(PagedIntent.loadIfNeeded))
  }

  /// Performs ``loadIfNeeded(_:)`` for every key of an async sequence until the loader is released.
  @discardableResult
  public func loadIfNeeded<Keys: AsyncSequence & Sendable>(on keys: Keys) -> StreamConnection
  where Keys.Element == Key, Keys.Failure == Never {
    storage.perform(on: keys) { .loadIfNeeded($0) }
  }

  /// Loads the list of a key if needed, each time the loader becomes in use.
  ///
  /// The list is loaded unless it is loaded and fresh, or in flight. If ``isInUse`` is true during
  /// the call, the list is loaded immediately. See
  /// <doc:LoadingWhenItIsTime#L14-Loading-when-observed>.
  ///
  /// - Parameter key: The key of the list. A later call replaces the key.
  public func loadWhenObserved(_ key: Key) { storage.performWhenInUse(.loadIfNeeded(key)) }

  /// Observes this list from now on, in addition to the observer of its policy.
  ///
  /// See <doc:ObservingLoads#O6-Start-and-end-of-an-observation>.
  ///
  /// - Parameter observer: The observer.
  /// - Returns: The observation, which ends when it is cancelled or released.
  public func observe(_ observer: LoadObserver) -> AnyCancellable { storage.add(observer) }
}
