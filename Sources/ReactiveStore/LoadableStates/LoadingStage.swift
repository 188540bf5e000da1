public import ReactiveLoadable

/// The stage of a loadable feature to draw, with its request.
///
/// ```swift
/// switch state.books.stage {
/// case .pending: "Choose a genre."
/// case .active(let load): "Loading \(load.request)"
/// case .failure(let failure): "No \(failure.request): \(failure.error)"
/// case .loaded(let books): books.titles
/// }
/// ```
///
/// It is a `Loadable` with the request. In ``LoadingModel/stage`` the child is replaced by its
/// store, so that changes of the child do not change the stage.
public enum LoadingStage<Request, Shown> {
  /// The stage before any request.
  case pending
  /// A running load, with the previous child if one is visible.
  case active(ActiveLoad<Request, Shown>)
  /// A failed load, with the previous child if one is visible.
  case failure(FailedLoad<Request, Shown>)
  /// The loaded child.
  case loaded(Shown)
}

/// A running load: its request, and the members of its `Loading`.
@dynamicMemberLookup
public struct ActiveLoad<Request, Shown> {
  /// The request that is loading.
  public let request: Request
  /// The previous value, the cause of the load, and its progress.
  public let loading: Loading<Shown>

  /// True while a refresh runs over a visible child, which can be drawn unchanged.
  ///
  /// A retry of a failed refresh is not a refresh; see `previous` and `cause`.
  public var isRefreshing: Bool { loading.previous != nil && loading.cause == .refresh }

  /// The members of a `Loading`, such as `previous` and `progress`.
  public subscript<Member>(dynamicMember member: KeyPath<Loading<Shown>, Member>) -> Member {
    loading[keyPath: member]
  }
}

/// A failed load: its request, and the members of its `Failed`.
@dynamicMemberLookup
public struct FailedLoad<Request, Shown> {
  /// The request that failed.
  public let request: Request
  /// The error, and the value that stays visible.
  public let failed: Failed<Shown, LoadError>

  /// The members of a `Failed`: `error`, `previous` and `cause`.
  public subscript<Member>(
    dynamicMember member: KeyPath<Failed<Shown, LoadError>, Member>
  ) -> Member {
    failed[keyPath: member]
  }
}

extension LoadingStage {
  /// The visible value: the loaded one or the previous one, if any.
  public var shown: Shown? {
    switch self {
    case .pending: nil
    case .active(let load): load.previous
    case .failure(let failure): failure.previous
    case .loaded(let shown): shown
    }
  }

  /// Returns the same stage with a transformed visible value.
  ///
  /// - Parameter transform: Transforms the visible value; it is called only if a value is visible.
  /// - Returns: The stage.
  public func map<Other>(_ transform: (Shown) -> Other) -> LoadingStage<Request, Other> {
    switch self {
    case .pending: .pending
    case .active(let load): .active(load.map(transform))
    case .failure(let failure): .failure(failure.map(transform))
    case .loaded(let shown): .loaded(transform(shown))
    }
  }
}

extension ActiveLoad {
  fileprivate func map<Other>(_ transform: (Shown) -> Other) -> ActiveLoad<Request, Other> {
    let other = Loading(
      previous: loading.previous.map(transform),
      cause: loading.cause,
      attempt: loading.attempt,
      progress: loading.progress
    )
    return ActiveLoad<Request, Other>(request: request, loading: other)
  }
}

extension FailedLoad {
  fileprivate func map<Other>(_ transform: (Shown) -> Other) -> FailedLoad<Request, Other> {
    let previous = failed.previous.map(transform)
    let other = Failed(error: failed.error, previous: previous, cause: failed.cause)
    return FailedLoad<Request, Other>(request: request, failed: other)
  }
}

extension LoadingStage: Sendable where Request: Sendable, Shown: Sendable {}
extension LoadingStage: Equatable where Request: Equatable, Shown: Equatable {}
extension ActiveLoad: Sendable where Request: Sendable, Shown: Sendable {}
extension ActiveLoad: Equatable where Request: Equatable, Shown: Equatable {}
extension FailedLoad: Sendable where Request: Sendable, Shown: Sendable {}
extension FailedLoad: Equatable where Request: Equatable, Shown: Equatable {}
