/// Sees every action before the reducers do, and passes on what it likes (S3).
///
/// ```swift
/// let log = Middleware<AppState, AppAction> { action, state, next in
///   let before = state().title
///   next(action)
///   print("\(action): \(before) -> \(state().title)")
/// }
/// ```
///
/// An action that is not passed on is not reduced. It is called on the thread that reduces, and may send
/// actions to the store, which come later.
public struct Middleware<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let handle: @Sendable (Action, () -> State, (Action) -> Void) -> Void

  /// Creates a middleware.
  ///
  /// - Parameter handle: Is given the action, what reads the state as it is by then, and what passes an
  ///   action on: to the next middleware, or to the reducer. Both may be called any number of times before
  ///   it returns.
  public init(
    _ handle:
      @escaping @Sendable (
        _ action: Action, _ state: () -> State, _ next: (Action) -> Void
      ) -> Void
  ) {
    self.handle = handle
  }
}
