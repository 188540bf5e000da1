import Atomics
import ReactiveLoadable

/// The feedbacks of a reducer of optional parts or elements.
///
/// They are computed lazily, so a reducer may contain itself, as in a tree.
final class PartFeedbacks<Part: Reducer>: Sendable {
  private let part: Part
  private let cached = Lock<[Feedback<Part.State, Part.Action>]?>(nil)
  // NB: Read for each action. Code that is not specialized looks up types for `isEmpty` of an array.
  private let isCachedEmpty = ManagedAtomic(false)

  init(_ part: Part) { self.part = part }

  func areApplied(_ state: Part.State) -> Bool {
    if isEmpty { return true }
    var state = state
    return all.allSatisfy { $0.reaction.isApplied(&state) }
  }

  func apply(_ state: inout Part.State) { for feedback in all { feedback.reaction(&state) } }

  func makeEffect(for state: Part.State, _ areRunning: Bool) -> Effect<Part.Action> {
    var (state, effect) = (state, Effect<Part.Action>.none)
    for feedback in all { effect.add(feedback.makeEffect(for: &state, areRunning)) }
    return effect
  }

  /// Returns the effect for an optional part with an id, which cancels the effects of other parts.
  func makeEffect<Action>(
    for part: Part.State?,
    _ id: ElementID?,
    in scope: EffectID,
    _ areRunning: Bool,
    _ embed: @escaping @Sendable (Part.Action) -> Action
  ) -> Effect<Action> {
    var effect = areRunning ? Effect<Action>.only(id, within: scope) : .none
    if let part, let id {
      effect.add(makeEffect(for: part, areRunning).within(scope.appending(id), embed))
    }
    return effect
  }

  var isEmpty: Bool { isCachedEmpty.load(ordering: .relaxed) || all.isEmpty }

  private var all: [Feedback<Part.State, Part.Action>] {
    if let cached = cached.withLock({ $0 }) { return cached }
    let all = part.checkedFeedbacks()
    cached.withLock { $0 = all }
    isCachedEmpty.store(all.isEmpty, ordering: .relaxed)
    return all
  }
}

extension Feedback {
  /// Returns the effect for the state of an optional part or of an element.
  func makeEffect(for state: inout State, _ effectsAreRunning: Bool) -> Effect<Action> {
    switch kind {
    case .loads(let loads): loads.makeEffect(for: &state)
    case .effects(let isIdle, let makeEffect):
      isIdle() && !effectsAreRunning ? .none : makeEffect(&state, effectsAreRunning)
    }
  }
}
