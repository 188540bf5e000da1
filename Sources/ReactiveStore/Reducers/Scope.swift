/// Has a reducer of a part of the state reduce the actions of that part.
///
/// ```swift
/// Scope(state: \.search, action: .search) { Search() }
/// ```
///
/// The ids of its effects count within the part (S6).
public struct Scope<State: Sendable, Action: Sendable, Part: Reducer>: Reducer {
  private let state: any WritableKeyPath<State, Part.State> & Sendable
  private let action: CasePath<Action, Part.Action>
  private let part: Part

  /// Creates the scope.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: The case of the part's actions.
  ///   - part: The reducer of the part.
  public init<PartState, PartAction>(
    state: any WritableKeyPath<State, PartState> & Sendable,
    action: CasePath<Action, PartAction>,
    @ReducerBuilder<PartState, PartAction> part: () -> Part
  ) where Part: Reducer<PartState, PartAction> {
    self.state = state
    self.action = action
    self.part = part()
  }

  /// Reduces the actions of the part; all others pass.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    guard let inner = self.action.extract(action) else { return .none }
    let effect = part.reduce(into: &state[keyPath: self.state], inner)
    return effect.of(self.action, within: self.state)
  }
}

/// Has a reducer of a part of the state reduce the actions of that part while it is there.
///
/// When the part becomes `nil`, by whatever reducer that stands before this one, its effects end (S6).
public struct ScopeIfPresent<State: Sendable, Action: Sendable, Part: Reducer>: Reducer {
  private let state: any WritableKeyPath<State, Part.State?> & Sendable
  private let action: CasePath<Action, Part.Action>
  private let part: Part
  private let whole: any Reducer<State, Action>

  init(
    _ whole: any Reducer<State, Action>,
    _ state: any WritableKeyPath<State, Part.State?> & Sendable,
    _ action: CasePath<Action, Part.Action>,
    _ part: Part
  ) {
    self.whole = whole
    self.state = state
    self.action = action
    self.part = part
  }

  /// Reduces the actions of the part, then those of the whole.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    let wasThere = state[keyPath: self.state] != nil
    let inner = reducePart(&state, action)
    let effect = inner.merged(with: whole.reduce(into: &state, action))
    guard wasThere, state[keyPath: self.state] == nil else { return effect }
    return effect.merged(with: .cancelAll(within: self.state))
  }

  private func reducePart(_ state: inout State, _ action: Action) -> Effect<Action> {
    guard let inner = self.action.extract(action) else { return .none }
    guard let effect = state[keyPath: self.state].change({ part.reduce(into: &$0, inner) }) else {
      return .report(UnhandledAction(action))
    }
    return effect.of(self.action, within: self.state)
  }
}

extension Reducer {
  /// Composes a reducer of a part of the state that may not be there.
  ///
  /// - Parameters:
  ///   - state: The part.
  ///   - action: The case of the part's actions.
  ///   - part: The reducer of the part; it comes before this one, so that the last action of a part that
  ///     this one takes away still reaches it.
  /// - Returns: Both as one.
  public func ifPresent<PartState, PartAction, Part: Reducer<PartState, PartAction>>(
    _ state: any WritableKeyPath<State, PartState?> & Sendable,
    action: CasePath<Action, PartAction>,
    @ReducerBuilder<PartState, PartAction> part: () -> Part
  ) -> ScopeIfPresent<State, Action, Part> {
    ScopeIfPresent(self, state, action, part())
  }
}

extension Optional {
  /// Changes what is there, where it stands; `nil` if nothing is.
  mutating func change<R>(_ body: (inout Wrapped) -> R) -> R? {
    guard var value = take() else { return nil }
    defer { self = value }
    return body(&value)
  }
}

/// An action that came to a feature which is not there, or not loaded; nothing was done.
public struct UnhandledAction: Error, Sendable {
  /// The action, as its reducer's parent knows it.
  public let action: any Sendable

  init(_ action: any Sendable) { self.action = action }
}
