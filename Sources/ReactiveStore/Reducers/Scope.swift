/// A reducer that runs the reducer of a part of the state on the actions of that part.
///
/// ```swift
/// Scope(state: \.search, action: .search) { Search() }
/// ```
///
/// The ids of its effects are scoped to the part. For an optional part use
/// `ifPresent(_:action:part:)`, and for the elements of a collection
/// ``Reducer/forEach(_:action:element:)``. See <doc:StoreContract#S6-Effect-ids>.
public struct Scope<State: Sendable, Action: Sendable, Part: Reducer>: Reducer {
  private let state: any WritableKeyPath<State, Part.State> & Sendable
  private let action: CasePath<Action, Part.Action>
  private let part: Part

  /// Creates the scope.
  ///
  /// - Parameters:
  ///   - state: The key path of the part.
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

  /// Reduces the actions of the part, and ignores all others.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    guard let inner = self.action.extract(action) else { return .none }
    let effect = part.reduce(into: &state[keyPath: self.state], inner)
    return effect.within(EffectID(scope: self.state), self.action.embed)
  }

  /// The feedbacks of the part.
  public var feedbacks: [Feedback<State, Action>] {
    part.feedbacks.map { $0.of(state, action) }
  }
}
