/// A result builder that composes reducers; each action is reduced by all of them, in order.
@resultBuilder
public enum ReducerBuilder<State: Sendable, Action: Sendable> {
  /// Returns a reducer of the builder.
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  /// Creates an empty reducer.
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// Returns the first reducer.
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  /// Appends a reducer to those before.
  public static func buildPartialBlock<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    accumulated: R0,
    next: R1
  ) -> ReducerSequence<R0, R1> {
    ReducerSequence(first: accumulated, second: next)
  }

  /// Returns the reducer of the first branch of a condition.
  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    first reducer: R0
  ) -> ReducerChoice<R0, R1> {
    .first(reducer)
  }

  /// Returns the reducer of the second branch of a condition.
  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    second reducer: R1
  ) -> ReducerChoice<R0, R1> {
    .second(reducer)
  }

  /// Returns the reducer of a condition without `else`.
  public static func buildOptional<R: Reducer<State, Action>>(
    _ reducer: R?
  ) -> ReducerChoice<R, EmptyReducer<State, Action>> {
    reducer.map { .first($0) } ?? .second(EmptyReducer())
  }
}

/// Two reducers that run one after the other.
public struct ReducerSequence<R0: Reducer, R1: Reducer<R0.State, R0.Action>>: Reducer {
  @usableFromInline let first: R0
  @usableFromInline let second: R1

  /// Reduces the action with both reducers.
  public func reduce(into state: inout R0.State, _ action: R0.Action) -> Effect<R0.Action> {
    let effect = first.reduce(into: &state, action)
    return effect.merged(with: second.reduce(into: &state, action))
  }

  /// The functions of both reducers, one after the other.
  @inlinable public var reduction: @Sendable (inout R0.State, R0.Action) -> Effect<R0.Action> {
    { [first = first.reduction, second = second.reduction] state, action in
      let effect = first(&state, action)
      return effect.merged(with: second(&state, action))
    }
  }

  /// The feedbacks of both reducers.
  public var feedbacks: [Feedback<R0.State, R0.Action>] { first.feedbacks + second.feedbacks }
}

/// One of two reducers.
public enum ReducerChoice<R0: Reducer, R1: Reducer<R0.State, R0.Action>>: Reducer {
  /// The first reducer.
  case first(R0)
  /// The second reducer.
  case second(R1)

  /// Reduces the action with the chosen reducer.
  public func reduce(into state: inout R0.State, _ action: R0.Action) -> Effect<R0.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action)
    case .second(let reducer): reducer.reduce(into: &state, action)
    }
  }

  /// The function of the chosen reducer.
  public var reduction: @Sendable (inout R0.State, R0.Action) -> Effect<R0.Action> {
    switch self {
    case .first(let reducer): reducer.reduction
    case .second(let reducer): reducer.reduction
    }
  }

  /// The feedbacks of the chosen reducer.
  public var feedbacks: [Feedback<R0.State, R0.Action>] {
    switch self {
    case .first(let reducer): reducer.feedbacks
    case .second(let reducer): reducer.feedbacks
    }
  }
}
