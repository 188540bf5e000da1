import ReactiveLoadable

extension LoadableState {
  /// What there is to draw, together with what it was asked for (U8).
  public var stage: LoadingStage<Request, Child> {
    switch (loadable, request) {
    case (.notRequested, _): return .pending
    case (.loading(let loading), let request?):
      return .active(ActiveLoad(request: request, loading: loading))
    case (.failed(let failed), let request?):
      return .failure(FailedLoad(request: request, failed: failed))
    case (.loaded(let child), _): return .loaded(child)
    // A load has a request from its start to its failure.
    case (.loading, nil), (.failed, nil): preconditionFailure("\(loadable) is of no request.")
    }
  }

  /// Draws what there is, as text, as a row or as whatever `Output` is (U8).
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
  /// It calls one of them, once, and nothing else.
  ///
  /// - Parameters:
  ///   - pending: Draws what nobody has asked for.
  ///   - active: Draws a load, also a retry over a child; is given its request and the previous child, which is
  ///     to be drawn if there is one.
  ///   - refreshing: Draws a child that is brought up to date; by default as if it was loaded.
  ///   - failure: Draws a failure, given the error, the request, and the previous child if there is one.
  ///   - loaded: Draws the child.
  /// - Returns: What was drawn.
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
