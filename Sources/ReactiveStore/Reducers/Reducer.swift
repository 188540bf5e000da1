/// Says how an action changes a state, and what is to be done beside.
///
/// A reducer changes the state in place and returns an ``Effect``; or it is composed of others in its `body`:
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
/// It is called by one thread at a time for each store, and does no work of its own: what takes time is an
/// effect.
public protocol Reducer<State, Action>: Sendable {
  /// What is changed.
  associatedtype State: Sendable
  /// What happens.
  associatedtype Action: Sendable
  /// What it is composed of; `Never` if it changes the state itself.
  associatedtype Body

  /// Changes the state by an action.
  ///
  /// - Parameters:
  ///   - state: The state, changed in place.
  ///   - action: What has happened.
  /// - Returns: What is to be done beside.
  func reduce(into state: inout State, _ action: Action) -> Effect<Action>

  /// What it is composed of.
  @ReducerBuilder<State, Action> var body: Body { get }

  /// What looks at the state after each action; asked for once for each store.
  ///
  /// That of the body by default, else nothing. A reducer that changes the state itself and calls
  /// others passes on theirs.
  var feedbacks: [Feedback<State, Action>] { get }
}

extension Reducer where Body == Never {
  /// Not there: this reducer changes the state itself.
  public var body: Never { preconditionFailure("\(Self.self) has no body; it reduces itself.") }

  /// None.
  public var feedbacks: [Feedback<State, Action>] { [] }
}

extension Reducer where Body: Reducer<State, Action> {
  /// Has the body reduce the action.
  @inlinable
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    body.reduce(into: &state, action)
  }

  /// Those of the body.
  public var feedbacks: [Feedback<State, Action>] { body.feedbacks }
}

/// A reducer as a closure.
public struct Reduce<State: Sendable, Action: Sendable>: Reducer {
  @usableFromInline let closure: @Sendable (inout State, Action) -> Effect<Action>

  /// Creates a reducer.
  ///
  /// - Parameter reduce: Changes the state by an action, and returns what is to be done beside.
  public init(_ reduce: @escaping @Sendable (inout State, Action) -> Effect<Action>) {
    closure = reduce
  }

  /// Calls the closure.
  @inlinable
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    closure(&state, action)
  }
}

/// A reducer that does nothing.
public struct EmptyReducer<State: Sendable, Action: Sendable>: Reducer {
  /// Creates it.
  public init() {}

  /// Changes nothing.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> { .none }
}
