extension Loader {
  /// Loads what the loaded value of another loader asks for, for as long as this one lives.
  ///
  /// The posts of whoever is logged in; a logout resets both:
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
  /// While the other one is loading or has failed, nothing changes here. When it goes from loaded to
  /// not requested, this one is reset (contracts Z4 and Z5).
  ///
  /// - Parameters:
  ///   - states: The states of the other loader, subscribed at once.
  ///   - request: Makes a request of a loaded value; `nil` loads nothing. Called where the state is
  ///     published, under no lock.
  public func loadIfNeeded<Other, OtherFailure>(
    for states: some Publisher<Loadable<Other, OtherFailure>, Never>,
    _ request: @escaping @Sendable (Other) -> Request?
  ) {
    let intents = states.folded(from: DependentLoad<Other>()) {
      (load, state) -> LoadIntent<Request, Value>? in
      load.follow(state)
      return load.intent(request)
    }
    perform(on: intents)
  }
}

/// What the states of one loader mean for one that depends on it, by contracts Z4 and Z5.
struct DependentLoad<Other> {
  /// What the last state means for the dependent loader.
  enum Step {
    case nothing
    case load(Other)
    case reset
  }

  private(set) var step = Step.nothing
  /// Whether a value was loaded, and not forgotten since.
  private var isLoaded = false

  mutating func follow<Failure>(_ state: Loadable<Other, Failure>) {
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
    case .load(let value): request(value).map(LoadIntent.loadIfNeeded)
    case .reset: .reset
    }
  }
}
