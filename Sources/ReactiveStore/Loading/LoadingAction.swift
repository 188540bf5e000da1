public import ReactiveLoadable

/// What happens to a feature that has to be loaded first.
///
/// `ChildAction` is `Never` for a value that has no actions of its own.
public enum LoadingAction<Request: Hashable & Sendable, Child: Sendable, ChildAction: Sendable>:
  Sendable
{
  /// Load the answer to a request.
  case load(Request)
  /// Load the answer to a request unless it is there and fresh, or on its way.
  case loadIfNeeded(Request)
  /// Run the last request again, and go on showing what is there.
  case refresh
  /// Run the failed request again.
  case retry
  /// Stop, and go back to what was there before.
  case cancel
  /// Stop, and forget everything.
  case reset
  /// The load that the state speaks of is over (S12); sent by the store.
  case finished(LoadAnswer<Child>)
  /// The load goes on, and something of it has changed: progress, a value so far, another attempt; sent by
  /// the store.
  case progressed(LoadStep<Child>)
  /// Something has happened in the child that shows (S14).
  case loaded(ChildAction)
}

extension LoadingAction: Equatable where Child: Equatable, ChildAction: Equatable {}

extension LoadingAction where Request == NoRequest {
  /// Load.
  public static var load: Self { .load(NoRequest()) }

  /// Load unless it is there and fresh, or on its way.
  public static var loadIfNeeded: Self { .loadIfNeeded(NoRequest()) }
}

extension LoadingAction {
  /// What the store sends of a load.
  static func heard(_ news: EmbeddedNews<Child, LoadError>) -> Self {
    news.isEnd ? .finished(LoadAnswer(news)) : .progressed(LoadStep(news))
  }
}

extension LoadableState {
  /// What an action has come to.
  enum Reaction<R> {
    case ofLoading
    case ofChild(R)
    /// It is for a child that does not show.
    case unhandled
  }

  /// Does what an action says.
  mutating func reduce<ChildAction, R>(
    _ action: LoadingAction<Request, Child, ChildAction>,
    child: (inout Child, ChildAction) -> R
  ) -> Reaction<R> {
    switch action {
    case .load(let request): load(request)
    case .loadIfNeeded(let request): loadIfNeeded(request)
    case .refresh: refresh()
    case .retry: retry()
    case .cancel: cancel()
    case .reset: reset()
    case .finished(let answer): if let news = answer.news { machine.hear(news) }
    case .progressed(let step): if let news = step.news { machine.hear(news) }
    case .loaded(let action):
      return change { child(&$0, action) }.map { .ofChild($0) } ?? .unhandled
    }
    return .ofLoading
  }
}
