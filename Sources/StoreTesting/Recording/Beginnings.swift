import ReactiveStore

/// What began the effects and loads that are at work.
struct Beginnings<Action: Sendable>: Sendable {
  enum Cause: Sendable {
    case by(Action)
    /// A step, by its name.
    case step(String)
    /// Not an action: a step that runs, or the code under test.
    case outside
  }

  struct Beginning: Sendable {
    let effect: EffectAtWork
    let cause: Cause
    let time: Duration
    fileprivate let number: Int
  }

  /// The step that is being done and that no action stands for.
  var step: String?
  private var known: [ObjectIdentifier: Beginning] = [:]
  private var count = 0

  /// Forgets what is over, and takes down what has begun; returns what was forgotten.
  ///
  /// It is held until then, so that no other one can be taken for it.
  mutating func update(
    _ atWork: [EffectAtWork],
    _ cause: Cause,
    _ now: Duration
  ) -> [ObjectIdentifier: Beginning] {
    let before = known
    known = [:]
    for effect in atWork { known[effect.identity] = before[effect.identity] }
    for effect in atWork.sorted(by: isBefore) where known[effect.identity] == nil {
      count += 1
      known[effect.identity] = Beginning(
        effect: effect,
        cause: full(cause),
        time: now,
        number: count
      )
    }
    return before
  }

  /// Those that are at work, in the order in which they began.
  var all: [Beginning] { known.values.sorted { $0.number < $1.number } }

  private func full(_ cause: Cause) -> Cause {
    switch cause {
    case .outside: step.map(Cause.step) ?? .outside
    case .by, .step: cause
    }
  }

  /// What one action has begun has no order of its own.
  private func isBefore(_ left: EffectAtWork, _ right: EffectAtWork) -> Bool {
    (left.isLoad ? 1 : 0, left.id ?? "") < (right.isLoad ? 1 : 0, right.id ?? "")
  }
}
