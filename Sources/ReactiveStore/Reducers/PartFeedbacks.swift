import Atomics
import ReactiveLoadable

/// The feedbacks of a reducer of optional parts or elements.
///
/// They are computed lazily, so a reducer may contain itself, as in a tree.
final class PartFeedbacks<Part: Reducer>: Sendable {
  private let part: Part
  private let known = Lock<[Feedback<Part.State, Part.Action>]?>(nil)
  private let isKnownEmpty = ManagedAtomic(false)

  init(_ part: Part) { self.part = part }

  func areSettled(_ state: Part.State) -> Bool {
    if isEmpty { return true }
    var state = state
    return all.allSatisfy { $0.settling.isSettled(&state) }
  }

  func settle(_ state: inout Part.State) { for feedback in all { feedback.settling(&state) } }

  /// Returns the merged effects of all feedbacks for a state.
  func look(at state: Part.State, _ areAtWork: Bool) -> Effect<Part.Action> {
    var (state, effect) = (state, Effect<Part.Action>.none)
    for feedback in all { effect.add(feedback.look(at: &state, areAtWork)) }
    return effect
  }

  /// True if the part has no feedbacks.
  var isEmpty: Bool { isKnownEmpty.load(ordering: .relaxed) || all.isEmpty }

  private var all: [Feedback<Part.State, Part.Action>] {
    if let known = known.withLock({ $0 }) { return known }
    let all = part.checkedFeedbacks()
    known.withLock { $0 = all }
    isKnownEmpty.store(all.isEmpty, ordering: .relaxed)
    return all
  }
}
