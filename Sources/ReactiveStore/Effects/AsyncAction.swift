/// Asynchronous work that reads the state of a store and sends actions: a thunk.
///
/// In Redux, thunks and `createAsyncThunk` have this purpose:
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
/// Errors are published unchanged in ``Store/failures``, except for cancellation. For data with a
/// loading state, use ``LoadableState`` or ``LoadableStates`` instead. See
/// <doc:StoreContract#S7-Errors>.
public protocol AsyncAction<State, Action>: Sendable {
  /// The state that it reads.
  associatedtype State: Sendable
  /// The action that it sends.
  associatedtype Action: Sendable

  /// Performs the work; it starts on the caller's thread.
  ///
  /// - Parameter store: Reads the current state and sends actions.
  /// - Throws: An error that is published in ``Store/failures``, unless it means cancellation.
  func run(in store: ActionContext<State, Action>) async throws
}

/// The access of an ``AsyncAction`` to its store: the state, and `send`.
///
/// It does not retain the store.
public struct ActionContext<State: Sendable, Action: Sendable>: Sendable {
  let read: @Sendable () -> State
  let post: Send<Action>

  /// The current state; the last one, if the store is deallocated.
  public var state: State { read() }

  /// Sends an action, unless the run is cancelled.
  ///
  /// See <doc:StoreContract#S5-Cancellation>.
  ///
  /// - Parameter action: The action to reduce.
  /// - Returns: A handle of its effects.
  @discardableResult
  public func send(_ action: Action) -> StoreTask { post(action) }
}
