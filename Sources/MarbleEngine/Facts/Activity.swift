import CombineShim

/// The activity of a run, for a report.
enum Activity: Sendable {
  case body
  /// A job of a task, with the start of the task; nil for a child or a task from outside the run.
  case task(StartContext?)
  case actor
  /// A scheduled event: an input, a step, a timer.
  case event(ScheduledEvent.Kind, StartContext)
  case reading
  case end
}

/// The time and the cause of a start.
struct StartContext: Sendable {
  let time: Duration
  /// The step or the input of the test; nil for the body.
  let cause: CallSite?
}

/// A scheduled event, without its action.
struct ScheduledEvent: Sendable {
  enum Kind: Sendable {
    case input, coldInput, sleeper, realSleep, action
  }

  let kind: Kind
  let time: Duration
  /// The call that scheduled it.
  let start: StartContext
}

/// A wake from another thread.
struct ForeignWake {
  /// The task's identifier; 0 for an actor.
  let task: UInt64
  /// The start of the task, if known.
  let start: StartContext?
  /// The virtual time of the wake.
  let time: Duration
}

/// A sleep on the wall clock that the run executed in virtual time.
struct RealSleep {
  let task: String
  let start: StartContext
  let delay: Duration
  let callers: CallStack
  /// The wait of a library that sleeps.
  var wait: NamedWait?
}

/// A wait of a loader or an operator, and the code that passes the clock of the run to it.
struct NamedWait {
  let text: String
  let setting: String

  /// The wait of the current task; `nil` without one.
  static var current: Self? {
    ClockWait.current.map { Self(text: $0.text(), setting: $0.setting) }
  }
}
