/// A function that changes the state for an action and returns an effect.
///
/// A reducer changes the state in place and returns an ``Effect``, or is composed of other reducers
/// in its `body`:
///
/// ```swift
/// struct App: Reducer {
///   var body: some Reducer<AppState, AppAction> {
///     Scope(state: \.search, action: .search) { Search() }
///     Reduce { state, action in
///       if case .logout = action { state = AppState() }
///       return .none
///     }
///   }
/// }
/// ```
///
/// A store calls its reducer on one thread at a time. A reducer has no side effects; it returns an
/// ``Effect`` instead. Its dependencies, such as an API client or a clock, are stored properties.
public protocol Reducer<State, Action>: Sendable {
  /// The state that it changes.
  associatedtype State: Sendable
  /// The actions that it reduces.
  associatedtype Action: Sendable
  /// The type of the composed reducers; `Never` if it changes the state itself.
  associatedtype Body

  /// Changes the state for an action.
  ///
  /// A type implements this function or `body`, not both: a store calls the reducers of a body
  /// directly.
  ///
  /// - Parameters:
  ///   - state: The state, changed in place.
  ///   - action: The action to reduce.
  /// - Returns: The effect to perform.
  func reduce(into state: inout State, _ action: Action) -> Effect<Action>

  /// The reducers that it is composed of; a store reads them once.
  @ReducerBuilder<State, Action> var body: Body { get }

  /// The function that a store calls for each action, read once for each store.
  ///
  /// By default it is that of the body, which is therefore also read once, or `reduce(into:_:)`.
  var reduction: @Sendable (inout State, Action) -> Effect<Action> { get }

  /// The checks of the state after each action, read once for each store.
  ///
  /// By default they are those of the body, or none. A reducer that changes the state itself and
  /// calls other reducers returns theirs.
  var feedbacks: [Feedback<State, Action>] { get }
}

extension Reducer where Body == Never {
  /// Unavailable: this reducer changes the state itself.
  public var body: Never {
    preconditionFailure("\(Self.self) has no body. Call 'reduce(into:_:)', which it implements.")
  }

  /// The function `reduce(into:_:)`.
  @inlinable public var reduction: @Sendable (inout State, Action) -> Effect<Action> {
    { reduce(into: &$0, $1) }
  }

  /// An empty array: this reducer has no feedbacks.
  public var feedbacks: [Feedback<State, Action>] { [] }
}

extension Reducer where Body: Reducer<State, Action> {
  /// Reduces the action with the body.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    body.reduce(into: &state, action)
  }

  /// The function of the body.
  @inlinable public var reduction: @Sendable (inout State, Action) -> Effect<Action> {
    body.reduction
  }

  /// The feedbacks of the body.
  public var feedbacks: [Feedback<State, Action>] { body.feedbacks }
}

/// A reducer from a closure.
public struct Reduce<State: Sendable, Action: Sendable>: Reducer {
  let closure: @Sendable (inout State, Action) -> Effect<Action>

  /// Creates a reducer from a closure.
  ///
  /// - Parameter reduce: Changes the state for an action and returns the effect to perform.
  public init(_ reduce: @escaping @Sendable (inout State, Action) -> Effect<Action>) {
    closure = reduce
  }

  /// Calls the closure.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    closure(&state, action)
  }
}

/// A reducer that changes nothing.
public struct EmptyReducer<State: Sendable, Action: Sendable>: Reducer {
  /// Creates an empty reducer.
  public init() {}

  /// Changes nothing.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> { .none }
}
