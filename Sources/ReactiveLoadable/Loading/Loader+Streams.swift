extension Loader {
  /// Loads what a publisher asks for, for as long as the loader lives.
  ///
  /// - Parameter requests: Subscribed at once; each is loaded where it is published.
  public func load(on requests: some Publisher<Request, Never>) {
    perform(on: requests.map(LoadIntent.load))
  }

  /// Loads what an async sequence asks for, for as long as the loader lives.
  ///
  /// ```swift
  /// results.load(on: query.elements.debounce(for: .milliseconds(300)).removeDuplicates())
  /// ```
  ///
  /// - Parameter requests: Iterated at once, in a task of the loader.
  public func load<Requests: AsyncSequence & Sendable>(on requests: Requests)
  where Requests.Element == Request, Requests.Failure == Never {
    perform(on: requests.map { .load($0) })
  }

  /// Loads what a publisher asks for unless it is there or on its way.
  ///
  /// - Parameter requests: Subscribed at once, for as long as the loader lives.
  public func loadIfNeeded(on requests: some Publisher<Request, Never>) {
    perform(on: requests.map(LoadIntent.loadIfNeeded))
  }

  /// Loads what an async sequence asks for unless it is there or on its way.
  ///
  /// - Parameter requests: Iterated at once, in a task of the loader, for as long as it lives.
  public func loadIfNeeded<Requests: AsyncSequence & Sendable>(on requests: Requests)
  where Requests.Element == Request, Requests.Failure == Never {
    perform(on: requests.map { .loadIfNeeded($0) })
  }

  /// Loads what is needed as soon as somebody looks at the states (contract L14).
  ///
  /// Each time that ``states`` gets a subscriber while it has none, the answer is loaded unless it is
  /// there and fresh, or on its way. So a screen that only subscribes still loads, once; and one that
  /// comes back brings a stale value up to date. Called while somebody is subscribed, it loads at once.
  ///
  /// - Parameter request: What to load; that of a later call takes its place.
  public func loadWhenObserved(_ request: Request) {
    storage.performWhenObserved(.loadIfNeeded(request))
  }

  /// Performs an intent for every value of a publisher, whatever the values are.
  ///
  /// ```swift
  /// account.perform(.refresh, on: pulled)
  /// account.perform(.reset, on: loggedOut)
  /// ```
  ///
  /// - Parameters:
  ///   - intent: What to do for each value.
  ///   - triggers: Subscribed at once, for as long as the loader lives.
  public func perform<Trigger>(
    _ intent: LoadIntent<Request, Value>,
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
    _ intent: LoadIntent<Request, Value>,
    on triggers: Triggers
  ) where Triggers.Element: Sendable, Triggers.Failure == Never {
    perform(on: triggers.map { _ in intent })
  }
}
