import ReactiveLoadable

extension LoadableState {
  /// The stage to draw, with its request.
  ///
  /// See <doc:DrawingAStore#U8-Pure-drawing>.
  public var stage: LoadingStage<Request, Child> {
    switch (loadable, request) {
    case (.notRequested, _): return .pending
    case (.loading(let loading), let request?):
      return .active(ActiveLoad(request: request, loading: loading))
    case (.failed(let failed), let request?):
      return .failure(FailedLoad(request: request, failed: failed))
    case (.loaded(let child), _): return .loaded(child)
    // A load has a request from its start to its failure.
    case (.loading, nil), (.failed, nil): preconditionFailure("\(loadable) has no request.")
    }
  }

  /// Renders the state as any output, such as a text or a row.
  ///
  /// ```swift
  /// let line = state.books.render {
  ///   "Choose a genre."
  /// } active: {
  ///   "Loading \($0.request) …"
  /// } failure: {
  ///   "No \($0.request): \($0.error)"
  /// } loaded: {
  ///   $0.titles
  /// }
  /// ```
  ///
  /// It calls exactly one of the closures, once, and has no side effects. See
  /// <doc:DrawingAStore#U8-Pure-drawing>.
  ///
  /// - Parameters:
  ///   - pending: Renders a state without a request.
  ///   - active: Renders a load, given its request and the previous child, if there is one. A retry
  ///     over a child is a load too.
  ///   - refreshing: Renders a child during its refresh; by default like a loaded child.
  ///   - failure: Renders a failure, given the error, the request and the previous child, if there
  ///     is one.
  ///   - loaded: Renders the loaded child.
  /// - Returns: The output.
  public func render<Output>(
    pending: () -> Output,
    active: (ActiveLoad<Request, Child>) -> Output,
    refreshing: ((Child) -> Output)? = nil,
    failure: (FailedLoad<Request, Child>) -> Output,
    loaded: (Child) -> Output
  ) -> Output {
    switch stage {
    case .pending: return pending()
    case .active(let load):
      guard load.isRefreshing, let child = load.previous else { return active(load) }
      return refreshing?(child) ?? loaded(child)
    case .failure(let failed): return failure(failed)
    case .loaded(let child): return loaded(child)
    }
  }
}
