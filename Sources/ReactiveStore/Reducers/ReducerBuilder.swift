/// Composes reducers: each of them reduces each action, in the order in which they stand.
@resultBuilder
public enum ReducerBuilder<State: Sendable, Action: Sendable> {
  /// A reducer that stands in the builder.
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  /// No reducer at all.
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// The first of them.
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  /// One after those before.
  public static func buildPartialBlock<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    accumulated: R0,
    next: R1
  ) -> ReducerSequence<R0, R1> {
    ReducerSequence(accumulated, next)
  }

  /// One of two, by a condition.
  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    first reducer: R0
  ) -> ReducerChoice<R0, R1> {
    .first(reducer)
  }

  /// One of two, by a condition.
  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    second reducer: R1
  ) -> ReducerChoice<R0, R1> {
    .second(reducer)
  }

  /// One that stands under a condition.
  public static func buildOptional<R: Reducer<State, Action>>(
    _ reducer: R?
  ) -> ReducerChoice<R, EmptyReducer<State, Action>> {
    reducer.map { .first($0) } ?? .second(EmptyReducer())
  }
}

/// Two reducers, one after the other.
public struct ReducerSequence<R0: Reducer, R1: Reducer<R0.State, R0.Action>>: Reducer {
  @usableFromInline let first: R0
  @usableFromInline let second: R1

  init(_ first: R0, _ second: R1) {
    self.first = first
    self.second = second
  }

  /// Has both reduce the action.
  @inlinable
  public func reduce(into state: inout R0.State, _ action: R0.Action) -> Effect<R0.Action> {
    let effect = first.reduce(into: &state, action)
    return effect.merged(with: second.reduce(into: &state, action))
  }

  /// Those of both.
  public var feedbacks: [Feedback<R0.State, R0.Action>] { first.feedbacks + second.feedbacks }
}

/// One of two reducers.
public enum ReducerChoice<R0: Reducer, R1: Reducer<R0.State, R0.Action>>: Reducer {
  /// The one.
  case first(R0)
  /// The other.
  case second(R1)

  /// Has it reduce the action.
  @inlinable
  public func reduce(into state: inout R0.State, _ action: R0.Action) -> Effect<R0.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action)
    case .second(let reducer): reducer.reduce(into: &state, action)
    }
  }

  /// Those of the one that it is.
  public var feedbacks: [Feedback<R0.State, R0.Action>] {
    switch self {
    case .first(let reducer): reducer.feedbacks
    case .second(let reducer): reducer.feedbacks
    }
  }
}
