import ReactiveLoadable

extension LoadableState {
  /// Renders the state as any output, such as a text or a row.
  ///
  /// ```swift
  /// let line = state.books.render {
  ///   "Choose a genre."
  /// } loading: { genre, _ in
  ///   "Loading \(genre) …"
  /// } failed: { genre, failure in
  ///   "No \(genre): \(failure.error)"
  /// } loaded: {
  ///   $0.titles
  /// }
  /// ```
  ///
  /// It calls exactly one of the closures, once, and has no side effects. Use it instead of a
  /// `switch` over ``loadable`` for a view that needs the request, or that draws a refresh like a
  /// loaded child. See <doc:DrawingAStore#U8-Pure-drawing>.
  ///
  /// - Parameters:
  ///   - notRequested: Renders a state without a request.
  ///   - loading: Renders a load, given its request, its cause and the previous child. A retry over
  ///     a child is a load too.
  ///   - refreshing: Renders a child during its refresh; by default like a loaded child.
  ///   - failed: Renders a failure, given the request, and the error and the previous child.
  ///   - loaded: Renders the loaded child.
  /// - Returns: The output.
  public func render<Output>(
    notRequested: () -> Output,
    loading: (Request, Loading<Child, LoadError>) -> Output,
    refreshing: ((Child) -> Output)? = nil,
    failed: (Request, Failed<Child, LoadError>) -> Output,
    loaded: (Child) -> Output
  ) -> Output {
    switch (loadable, request) {
    case (.notRequested, _): return notRequested()
    case (.loading(let load), let request?):
      guard load.cause == .refresh, let child = load.previous else { return loading(request, load) }
      return refreshing?(child) ?? loaded(child)
    case (.failed(let failure), let request?): return failed(request, failure)
    case (.loaded(let child), _): return loaded(child)
    // A load has a request from its start to its failure.
    case (.loading, nil), (.failed, nil): preconditionFailure("\(loadable) has no request.")
    }
  }
}
