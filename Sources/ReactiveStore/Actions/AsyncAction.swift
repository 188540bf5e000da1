/// An action that runs: it looks at the state, does asynchronous work, and sends what it has learned.
///
/// The situation: an app in the manner of Redux, where what is dispatched may be work:
///
/// ```swift
/// struct FetchGenres: AsyncAction {
///   func run(in store: ActionContext<AppState, AppAction>) async throws {
///     if store.state.genres.isEmpty { store.send(.setGenres(try await api.genres())) }
///   }
/// }
///
/// store.run(FetchGenres(), id: "genres", overlap: .ignore)
/// ```
///
/// What it throws is told in ``Store/failures`` as it is, unless it means that it was cancelled (S7). For what is
/// shown while it loads, a ``LoadableStates`` in the state says more than an async action can.
public protocol AsyncAction<State, Action>: Sendable {
  /// The state that it looks at.
  associatedtype State: Sendable
  /// What it sends.
  associatedtype Action: Sendable

  /// Does the work; it begins on the caller's thread.
  ///
  /// - Parameter store: The state as it is at any moment, and the way to send.
  /// - Throws: What keeps it from being done; it is told in ``Store/failures``.
  func run(in store: ActionContext<State, Action>) async throws
}

/// What an ``AsyncAction`` is given: the state, and the way to send.
///
/// It does not keep the store.
public struct ActionContext<State: Sendable, Action: Sendable>: Sendable {
  private let read: @Sendable () -> State
  private let post: Send<Action>

  init(_ read: @escaping @Sendable () -> State, _ post: Send<Action>) {
    self.read = read
    self.post = post
  }

  /// The state as it is now; the last one, if the store has gone.
  public var state: State { read() }

  /// Sends an action, unless the run was cancelled (S5).
  ///
  /// - Parameter action: What has happened.
  /// - Returns: A handle of its effects.
  @discardableResult
  public func send(_ action: Action) -> StoreTask { post(action) }
}
