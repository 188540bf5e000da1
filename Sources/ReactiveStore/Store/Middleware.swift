/// A function that receives every action before the reducer, and passes on the actions to reduce.
///
/// ```swift
/// let log = Middleware<AppState, AppAction> { action, state, next in
///   let before = state().title
///   next(action)
///   print("\(action): \(before) -> \(state().title)")
/// }
/// ```
///
/// An action that is not passed on is not reduced. A middleware runs on the thread that reduces. It
/// may send actions to the store, which are queued. See <doc:StoreContract#S3-Middleware>.
public struct Middleware<State: Sendable, Action: Sendable>: Sendable {
  let handle: @Sendable (Action, () -> State, (Action) -> Void) -> Void

  /// Creates a middleware.
  ///
  /// - Parameter handle: Receives the action, a closure that reads the current state, and a closure
  ///   that passes an action on to the next middleware or the reducer. Both closures may be called
  ///   any number of times before `handle` returns.
  public init(
    _ handle:
      @escaping @Sendable (
        _ action: Action, _ state: () -> State, _ next: (Action) -> Void
      ) -> Void
  ) {
    self.handle = handle
  }
}
