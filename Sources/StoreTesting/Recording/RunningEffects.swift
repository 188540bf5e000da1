import ReactiveStore

/// The causes of the running effects and loads.
struct RunningEffects<Action: Sendable>: Sendable {
  enum Cause: Sendable {
    case by(Action)
    /// A step, by its name.
    case step(String)
    /// No action: a step that runs, or the code under test.
    case outside
  }

  struct RunningEffect: Sendable {
    let effect: ActiveEffect
    let cause: Cause
    let time: Duration
    fileprivate let number: Int
  }

  /// The running step that sends no action.
  var step: String?
  private var effects: [ObjectIdentifier: RunningEffect] = [:]
  private var count = 0

  /// Drops ended effects and adds new ones; returns the entries from before.
  ///
  /// An effect is retained until it is dropped here, so that its identity is not reused. The caller
  /// releases the returned entries outside the lock.
  mutating func update(
    _ running: [ActiveEffect],
    _ cause: Cause,
    _ now: Duration
  ) -> [ObjectIdentifier: RunningEffect] {
    let previous = effects
    effects = [:]
    for effect in running { effects[effect.identity] = previous[effect.identity] }
    for effect in running.sorted(by: isBefore) where effects[effect.identity] == nil {
      count += 1
      effects[effect.identity] = RunningEffect(
        effect: effect,
        cause: full(cause),
        time: now,
        number: count
      )
    }
    return previous
  }

  var all: [RunningEffect] { effects.values.sorted { $0.number < $1.number } }

  private func full(_ cause: Cause) -> Cause {
    switch cause {
    case .outside: step.map(Cause.step) ?? .outside
    case .by, .step: cause
    }
  }

  /// Orders the effects that one action starts, which have no order among themselves.
  private func isBefore(_ left: ActiveEffect, _ right: ActiveEffect) -> Bool {
    (left.isLoad ? 1 : 0, left.id ?? "") < (right.isLoad ? 1 : 0, right.id ?? "")
  }
}
