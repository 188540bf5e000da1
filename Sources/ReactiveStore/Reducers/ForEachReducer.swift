import Atomics
import IssueReporting

/// A reducer that also runs a reducer for each element of a collection in its state.
///
/// ``Reducer/forEach(_:action:element:)`` creates it.
public struct ForEachReducer<
  Whole: Reducer,
  Elements: MutableCollection & Sendable,
  Part: Reducer
>: Reducer where Elements.Element == Part.State, Part.State: Identifiable, Part.State.ID: Sendable {
  /// The state of the parent.
  public typealias State = Whole.State
  /// The actions of the parent.
  public typealias Action = Whole.Action
  typealias ID = Part.State.ID

  let whole: Whole
  let part: Part
  let path: any WritableKeyPath<State, Elements> & Sendable
  let action: CasePath<Action, (ID, Part.Action)>

  /// Runs the element's reducer on its actions, then the parent's reducer on all actions.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    let effect = reducePart(&state, action)
    return effect.merged(with: whole.reduce(into: &state, action))
  }

  private func reducePart(_ state: inout State, _ action: Action) -> Effect<Action> {
    guard let (id, inner) = self.action.extract(action) else { return .none }
    guard let index = state[keyPath: path].firstIndex(where: { $0.id == id }) else {
      return .report(UnhandledAction(action: action))
    }
    let effect = part.reduce(into: &state[keyPath: path][index], inner)
    return effect.within(scope(of: id), embed(id))
  }

  private func scope(of id: ID) -> EffectID { EffectID(scope: path).appending(ElementID(id)) }

  private func embed(_ id: ID) -> @Sendable (Part.Action) -> Action {
    { [action] in action.embed((id, $0)) }
  }

  /// The feedbacks of the parent and of each element; effects of removed elements are cancelled.
  ///
  /// See <doc:StoreContract#S6-Effect-ids>.
  public var feedbacks: [Feedback<State, Action>] {
    let (inner, isReported) = (PartFeedbacks(part), ManagedAtomic(false))
    let reaction = StateReaction<State>(
      isApplied: { [path] in inner.isEmpty || $0[keyPath: path].allSatisfy(inner.areApplied) },
      apply: { [path] state in
        for index in state[keyPath: path].indices
        where !inner.areApplied(state[keyPath: path][index]) {
          inner.apply(&state[keyPath: path][index])
        }
      }
    )
    let feedback = Feedback<State, Action>(reaction, isIdle: { inner.isEmpty }) {
      [path] state, areRunning in
      let elements = state[keyPath: path]
      let effect =
        inner.isEmpty ? .none : makeEffect(for: elements, inner, isReported, areRunning)
      return areRunning
        ? effect.merged(with: .only(elements, within: EffectID(scope: path))) : effect
    }
    return whole.feedbacks + [feedback]
  }

  private func makeEffect(
    for elements: Elements,
    _ inner: PartFeedbacks<Part>,
    _ isReported: ManagedAtomic<Bool>,
    _ areRunning: Bool
  ) -> Effect<Action> {
    var ids = Set<ID>()
    return elements.reduce(into: .none) { effect, element in
      // Actions reach the first element with an id, so loads of another one would be unused.
      guard ids.insert(element.id).inserted else {
        return reportDuplicate(element.id, unless: isReported)
      }
      let elementEffect = inner.makeEffect(for: element, areRunning)
      if !elementEffect.isNone {
        effect.add(elementEffect.within(scope(of: element.id), embed(element.id)))
      }
    }
  }

  private func reportDuplicate(_ id: ID, unless isReported: ManagedAtomic<Bool>) {
    if isReported.exchange(true, ordering: .relaxed) { return }
    reportIssue(
      """
      Several of the elements at \(path) have the id \(id). Only the first of them receives \
      actions and loads.

      Give each element a unique id.
      """
    )
  }
}

extension Reducer {
  /// Composes a reducer for the elements of a collection in the state.
  ///
  /// ```swift
  /// .forEach(\.rows, action: .row) { Row() }     // case row(Row.ID, RowAction)
  /// ```
  ///
  /// An action reaches the first element with its id. The effects of an element are cancelled when
  /// it is removed. If several elements have one id, only the first of them loads, and the
  /// duplicates are reported as an issue.
  ///
  /// If the elements load, each action of the store checks all of them. For a large number of keyed
  /// values use ``LoadableStates``, which check only the keys that an action changes. See
  /// <doc:StoreContract#S6-Effect-ids>.
  ///
  /// - Parameters:
  ///   - state: The elements, each with a unique id.
  ///   - action: The case of their actions, with the id.
  ///   - element: The reducer of an element, which runs before this one.
  /// - Returns: The composed reducer.
  public func forEach<
    Elements: MutableCollection & Sendable,
    ElementAction,
    Part: Reducer<Elements.Element, ElementAction>
  >(
    _ state: any WritableKeyPath<State, Elements> & Sendable,
    action: CasePath<Action, (Elements.Element.ID, ElementAction)>,
    @ReducerBuilder<Elements.Element, ElementAction> element: () -> Part
  ) -> ForEachReducer<Self, Elements, Part>
  where Elements.Element: Identifiable & Sendable, Elements.Element.ID: Sendable {
    ForEachReducer(whole: self, part: element(), path: state, action: action)
  }
}
