package enum Activity: Sendable {
  case body
  /// A job of a task, with the start of the task; nil for a child or a task from outside the run.
  case task(StartContext?)
  case actor
  /// A scheduled event: an input, a step, a timer.
  case event(ScheduledEvent.Kind, StartContext)
  case reading
  case end
}

package struct StartContext: Sendable {
  package let time: Duration
  /// The step or the input of the test; nil for the body.
  package let cause: CallSite?
}

/// A scheduled event, without its action.
package struct ScheduledEvent: Sendable {
  package enum Kind: Sendable {
    case input, coldInput, sleeper, realSleep, action
  }

  package let kind: Kind
  package let time: Duration
  /// The call that scheduled it.
  package let start: StartContext
}

package struct ForeignWake {
  /// The task's identifier; 0 for an actor.
  package let task: UInt64
  package let start: StartContext?
  package let time: Duration
}

/// A sleep on the wall clock that the run executed in virtual time.
package struct RealSleep {
  package let task: String
  package let start: StartContext
  package let delay: Duration
  package let callers: CallStack
  package var wait: NamedWait?
}

/// A wait of a loader or an operator.
package struct NamedWait {
  package let kind: String
  package let owner: String

  /// The wait of the current task; `nil` without one.
  static var current: Self? {
    ClockWait.current.map { wait in
      Self(kind: wait.kind, owner: wait.owner.map { "\($0)" } ?? "a loader")
    }
  }
}
