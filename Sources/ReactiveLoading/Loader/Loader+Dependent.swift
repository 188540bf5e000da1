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
  /// - Returns: The connection to the other loader, which also ends when this loader is released.
  @discardableResult
  public func loadIfNeeded<Other, OtherFailure>(
    for states: some Publisher<Loadable<Other, OtherFailure>, Never>,
    _ request: @escaping @Sendable (Other) -> Request?
  ) -> StreamConnection {
    // The scanned state is true if a value was loaded since the last reset.
    let intents = states.compactScan(from: false) {
      (isLoaded, state) -> LoadIntent<Request, Value>? in
      switch state {
      case .loading, .failed: return nil
      case .notRequested:
        defer { isLoaded = false }
        return isLoaded ? .reset : nil
      case .loaded(let value):
        isLoaded = true
        return request(value).map(LoadIntent.loadIfNeeded) ?? .reset
      }
    }
    return perform(on: intents)
  }
}
