public import ReactiveLoadable

/// The actions of a loadable feature.
///
/// `ChildAction` is `Never` for a value without actions.
public enum LoadingAction<Request: Hashable & Sendable, Child: Sendable, ChildAction: Sendable>:
  Sendable
{
  /// Loads a request, or joins its running load.
  case load(Request)
  /// Loads a request unless a fresh result is loaded or its load is in flight.
  case loadIfNeeded(Request)
  /// Runs the last request again while the child stays visible.
  case refresh
  /// Runs the failed request again.
  case retry
  /// Cancels the running load, and restores the state before it.
  case cancel
  /// Cancels the running load, and removes the child and the request.
  case reset
  /// Sets a child from another source; a running load continues, and its result replaces the child.
  case set(Child)
  /// Marks the child, or the result of the running load, as stale.
  case invalidate
  /// The end of the running load, sent by the store.
  ///
  /// See <doc:StoreContract#S12-Stale-results>.
  case finished(LoadResult<Child>)
  /// A step of the running load, sent by the store: progress, a partial value, or an attempt.
  case progressed(LoadEvent<Child>)
  /// An action of the visible child.
  ///
  /// See <doc:StoreContract#S14-Loaded-children>.
  case loaded(ChildAction)
}

extension LoadingAction: Equatable where Child: Equatable, ChildAction: Equatable {}

extension LoadingAction where Request == NoRequest {
  /// Loads, or joins the running load.
  public static var load: Self { .load(NoRequest()) }

  /// Loads unless a fresh result is loaded or a load is in flight.
  public static var loadIfNeeded: Self { .loadIfNeeded(NoRequest()) }
}

extension LoadingAction {
  /// Returns the action that the store sends for an event of a load.
  static func received(_ event: WorkEvent) -> Self {
    event.isEnd ? .finished(LoadResult(event)) : .progressed(LoadEvent(event))
  }
}

extension LoadableState {
  /// Performs an action of the load; an action of the child changes nothing.
  mutating func perform<ChildAction>(_ action: LoadingAction<Request, Child, ChildAction>) {
    switch action {
    case .load(let request): load(request)
    case .loadIfNeeded(let request): loadIfNeeded(request)
    case .refresh: refresh()
    case .retry: retry()
    case .cancel: cancel()
    case .reset: reset()
    case .set(let child): set(child)
    case .invalidate: invalidate()
    case .finished(let result): if let event = result.workEvent { machine.handle(event) }
    case .progressed(let step): if let event = step.workEvent { machine.handle(event) }
    case .loaded: break
    }
  }
}
