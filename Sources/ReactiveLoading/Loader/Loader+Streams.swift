public import ReactiveRelays

extension Loader {
  /// Performs the intents of a publisher for the lifetime of the loader.
  ///
  /// - Parameter intents: The intents. The loader subscribes immediately and performs each intent
  ///   on the thread that publishes it.
  /// - Returns: The connection, with which the caller may end it earlier.
  @discardableResult
  public func perform(
    on intents: some Publisher<LoadIntent<Request, Value>, Never>
  ) -> StreamConnection {
    storage.perform(on: intents)
  }

  /// Performs the intents of an async sequence for the lifetime of the loader.
  ///
  /// - Parameter intents: The intents, which a task of the loader iterates from now on.
  /// - Returns: The connection, with which the caller may end it earlier.
  @discardableResult
  public func perform<Intents: AsyncSequence & Sendable>(on intents: Intents) -> StreamConnection
  where Intents.Element == LoadIntent<Request, Value>, Intents.Failure == Never {
    storage.perform(on: intents) { $0 }
  }

  /// Loads every request of a publisher, for the lifetime of the loader.
  ///
  /// - Parameter requests: The requests. The loader subscribes immediately and loads each request
  ///   on the thread that publishes it.
  /// - Returns: The connection, with which the caller may end it earlier.
  @discardableResult
  public func load(on requests: some Publisher<Request, Never>) -> StreamConnection {
    perform(on: requests.map(LoadIntent.load))
  }

  /// Loads every request of an async sequence, for the lifetime of the loader.
  ///
  /// ```swift
  /// episode.load(on: chosen.elements.gated(by: isOnline.elements))
  /// ```
  ///
  /// An element is dropped if a newer request has reached the loader since the publisher of
  /// `elements` has delivered it. An element behind an operator of another library, such as a
  /// `debounce`, counts from the moment when the operator passes it: for texts use `search(on:)`.
  /// See <doc:LoaderContract#L15-Requests-that-wait>.
  ///
  /// - Parameter requests: The requests, which a task of the loader iterates from now on.
  /// - Returns: The connection, with which the caller may end it earlier.
  @discardableResult
  public func load<Requests: AsyncSequence & Sendable>(on requests: Requests) -> StreamConnection
  where Requests.Element == Request, Requests.Failure == Never {
    storage.perform(on: requests) { .load($0) }
  }

  /// Loads the requests of a publisher, except those already loaded and fresh or in flight.
  @discardableResult
  public func loadIfNeeded(on requests: some Publisher<Request, Never>) -> StreamConnection {
    perform(on: requests.map(LoadIntent.loadIfNeeded))
  }

  /// Loads the requests of an async sequence, except those already loaded and fresh or in flight.
  @discardableResult
  public func loadIfNeeded<Requests: AsyncSequence & Sendable>(
    on requests: Requests
  ) -> StreamConnection where Requests.Element == Request, Requests.Failure == Never {
    storage.perform(on: requests) { .loadIfNeeded($0) }
  }

  /// Loads a request if needed whenever the loader becomes in use.
  ///
  /// Each time ``isInUse`` becomes true, the request is loaded unless its value is loaded and
  /// fresh, or in flight. So a screen that only subscribes to ``states`` still loads once, and a
  /// screen that appears again refreshes a stale value. If the loader is in use, the request is
  /// loaded immediately. See <doc:LoadingWhenItIsTime#L14-Loading-when-observed>.
  ///
  /// - Parameter request: The request to load; a later call replaces it.
  public func loadWhenObserved(_ request: Request) {
    storage.performWhenInUse(.loadIfNeeded(request))
  }

  /// Performs an intent for every value of a publisher and ignores the values.
  ///
  /// ```swift
  /// account.perform(.refresh, on: pulled)
  /// account.perform(.reset, on: loggedOut)
  /// ```
  ///
  /// - Parameters:
  ///   - intent: The intent to perform for each value.
  ///   - triggers: The values, for instance of a timer or of a pull to refresh. The loader
  ///     subscribes immediately, for its lifetime.
  /// - Returns: The connection, with which the caller may end it earlier.
  @discardableResult
  public func perform<Trigger>(
    _ intent: LoadIntent<Request, Value>,
    on triggers: some Publisher<Trigger, Never>
  ) -> StreamConnection {
    perform(on: triggers.map { _ in intent })
  }

  /// Performs an intent for every value of an async sequence, which a task of the loader iterates.
  @discardableResult
  public func perform<Triggers: AsyncSequence & Sendable>(
    _ intent: LoadIntent<Request, Value>,
    on triggers: Triggers
  ) -> StreamConnection where Triggers.Element: Sendable, Triggers.Failure == Never {
    storage.perform(on: triggers) { _ in intent }
  }
}
