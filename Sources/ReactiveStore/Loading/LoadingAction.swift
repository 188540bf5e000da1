public import ReactiveLoadable

/// What happens to a feature that has to be loaded first.
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
  /// The load that the state speaks of is over (F2); sent by the store.
  case finished(LoadAnswer<Child>)
  /// The load goes on, and something of it has changed: progress, a value so far, another attempt; sent by
  /// the store.
  case progressed(LoadStep<Child>)
  /// Something has happened in the child that shows (F4).
  case loaded(ChildAction)
}

extension LoadingAction where Request == NoRequest {
  /// Load.
  public static var load: Self { .load(NoRequest()) }

  /// Load unless it is there and fresh, or on its way.
  public static var loadIfNeeded: Self { .loadIfNeeded(NoRequest()) }
}

/// How a load has ended.
public struct LoadAnswer<Child: Sendable>: Sendable {
  let news: EmbeddedNews<Child, LoadError>

  /// What it brought, or why it failed; `nil` if it was cancelled by its own work.
  public var result: Result<Child, LoadError>? { news.result }

  /// What it brought; `nil` if it failed or was cancelled.
  public var child: Child? { try? result?.get() }
}

/// A load that goes on.
public struct LoadStep<Child: Sendable>: Sendable {
  let news: EmbeddedNews<Child, LoadError>
}

extension LoadAnswer: CustomStringConvertible {
  /// What it brought, or why it failed.
  public var description: String {
    switch result {
    case .success(let child): "\(child)"
    case .failure(let error): "failed: \(error)"
    case nil: "cancelled"
    }
  }
}

extension LoadingAction {
  /// What the store sends of a load.
  static func heard(_ news: EmbeddedNews<Child, LoadError>) -> Self {
    news.isEnd ? .finished(LoadAnswer(news: news)) : .progressed(LoadStep(news: news))
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
    case .finished(let answer): machine.hear(answer.news)
    case .progressed(let step): machine.hear(step.news)
    case .loaded(let action):
      return change { child(&$0, action) }.map { .ofChild($0) } ?? .unhandled
    }
    return .ofLoading
  }
}
