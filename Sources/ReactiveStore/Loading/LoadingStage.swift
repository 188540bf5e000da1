public import ReactiveLoadable

/// What there is to draw of a feature that has to be loaded first, together with what it was asked for.
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
/// It is a `Loadable` that knows the request. A model gives the store of the child in its place, so that a
/// child's changes change no stage: ``LoadingModel/stage``.
public enum LoadingStage<Request, Shown> {
  /// Nothing was asked for.
  case pending
  /// It is loading, with the previous child if one shows.
  case active(ActiveLoad<Request, Shown>)
  /// The last load has failed, with the previous child if one shows.
  case failure(FailedLoad<Request, Shown>)
  /// It is there.
  case loaded(Shown)
}

/// A load at work: its request, and all that a `Loading` says.
@dynamicMemberLookup
public struct ActiveLoad<Request, Shown> {
  /// What was asked for.
  public let request: Request
  /// What shows meanwhile, why it loads, and how far it has come.
  public let loading: Loading<Shown>

  /// Whether a refresh runs over a child that shows: the moment to go on drawing it as it is.
  ///
  /// A retry of a refresh that has failed is none: look at `previous` and `cause`.
  public var isRefreshing: Bool { loading.previous != nil && loading.cause == .refresh }

  /// The members of a `Loading`, such as `previous` and `progress`.
  public subscript<Member>(dynamicMember member: KeyPath<Loading<Shown>, Member>) -> Member {
    loading[keyPath: member]
  }
}

/// A load that has failed: its request, and all that a `Failed` says.
@dynamicMemberLookup
public struct FailedLoad<Request, Shown> {
  /// What was asked for.
  public let request: Request
  /// The error, and what shows nevertheless.
  public let failed: Failed<Shown, LoadError>

  /// The members of a `Failed`: `error`, `previous` and `cause`.
  public subscript<Member>(
    dynamicMember member: KeyPath<Failed<Shown, LoadError>, Member>
  ) -> Member {
    failed[keyPath: member]
  }
}

extension LoadingStage {
  /// What shows: what is loaded, or what was before; `nil` if nothing does.
  public var shown: Shown? {
    switch self {
    case .pending: nil
    case .active(let load): load.previous
    case .failure(let failure): failure.previous
    case .loaded(let shown): shown
    }
  }

  /// The same stage with something else for what shows.
  ///
  /// - Parameter transform: Is given what shows; it is not called if nothing does.
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
