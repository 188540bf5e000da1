public import ReactiveRelays

extension Loader {
  /// Loads a request derived from the value of another loader, for the lifetime of this loader.
  ///
  /// For instance, the posts depend on the logged-in user, and a logout resets both loaders:
  ///
  /// ```swift
  /// posts.loadIfNeeded(for: user.states) { $0.id }
  /// ```
  ///
  /// ```
  /// user     nlU---r-U---n
  /// posts    n-l-P-------n
  /// ```
  ///
  /// While the other loader is loading or has failed, this loader does not change. This loader is
  /// reset when the closure returns `nil` for a loaded value, for instance after a sign-out, and
  /// when the other loader goes from loaded to not requested. See
  /// <doc:CombiningLoads#Z4-Dependent-loads>.
  ///
  /// - Parameters:
  ///   - states: The states of the other loader. This loader subscribes immediately.
  ///   - request: A function from a loaded value to a request; `nil` resets this loader. It runs on
  ///     the thread that publishes the state, outside the lock.
  public func loadIfNeeded<Other, OtherFailure>(
    for states: some Publisher<Loadable<Other, OtherFailure>, Never>,
    _ request: @escaping @Sendable (Other) -> Request?
  ) {
    let intents = states.compactScan(from: DependentLoad<Other>()) {
      (load, state) -> LoadIntent<Request, Value>? in
      load.receive(state)
      return load.intent(request)
    }
    perform(on: intents)
  }
}

/// The intents that follow from the states of the loader that a dependent load uses.
struct DependentLoad<Other> {
  /// The consequence of a state for the dependent loader.
  enum Step {
    case nothing
    case load(Other)
    case reset
  }

  private(set) var step = Step.nothing
  /// True if a value was loaded since the last reset.
  private var isLoaded = false

  mutating func receive<Failure>(_ state: Loadable<Other, Failure>) {
    switch state {
    case .notRequested:
      step = isLoaded ? .reset : .nothing
      isLoaded = false
    case .loaded(let value):
      step = .load(value)
      isLoaded = true
    case .loading, .failed: step = .nothing
    }
  }

  func intent<Request, Value>(
    _ request: (Other) -> Request?
  ) -> LoadIntent<Request, Value>? {
    switch step {
    case .nothing: nil
    case .load(let value): request(value).map(LoadIntent.loadIfNeeded) ?? .reset
    case .reset: .reset
    }
  }
}
