import MarbleTesting
import OpenCombineShim

/// What operators that take a scheduler run on: the clock of a marble test.
///
/// Each action is a task, as on a queue: it begins when what is running now has come to rest.
struct ClockScheduler: Scheduler {
  struct SchedulerTimeType: Strideable {
    var offset: Duration

    func distance(to other: Self) -> Interval { Interval(duration: other.offset - offset) }
    func advanced(by interval: Interval) -> Self { Self(offset: offset + interval.duration) }
  }

  let clock: MarbleClock
  /// When what repeats stops by itself.
  var end = Duration.seconds(3600)

  var now: SchedulerTimeType { SchedulerTimeType(offset: clock.now.offset) }
  var minimumTolerance: Interval { 0 }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    let action = Unchecked(action)
    Task { action.value() }
  }

  func schedule(
    after date: SchedulerTimeType,
    tolerance: Interval,
    options: Never?,
    _ action: @escaping () -> Void
  ) {
    let action = Unchecked(action)
    Task {
      try await clock.sleep(until: MarbleClock.Instant(offset: date.offset))
      action.value()
    }
  }

  func schedule(
    after date: SchedulerTimeType,
    interval: Interval,
    tolerance: Interval,
    options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let action = Unchecked(action)
    let task = Task {
      var next = MarbleClock.Instant(offset: date.offset)
      while next.offset < end {
        try await clock.sleep(until: next)
        action.value()
        next = next.advanced(by: interval.duration)
      }
    }
    return AnyCancellable(task.cancel)
  }
}

/// A length of time in the form that schedulers count in; a plain number is so many frames.
struct Interval: SchedulerTimeIntervalConvertible, SignedNumeric, Comparable, Sendable {
  var duration: Duration

  init(duration: Duration) { self.duration = duration }
  init(integerLiteral frames: Int) { duration = .frames(frames) }
  init?(exactly frames: some BinaryInteger) { duration = .frames(Int(frames)) }

  var magnitude: Self { self < 0 ? 0 - self : self }

  static func seconds(_ count: Int) -> Self { Self(duration: .seconds(count)) }
  static func seconds(_ count: Double) -> Self { Self(duration: .seconds(count)) }
  static func milliseconds(_ count: Int) -> Self { Self(duration: .milliseconds(count)) }
  static func microseconds(_ count: Int) -> Self { Self(duration: .microseconds(count)) }
  static func nanoseconds(_ count: Int) -> Self { Self(duration: .nanoseconds(count)) }

  static func < (left: Self, right: Self) -> Bool { left.duration < right.duration }
  static func + (left: Self, right: Self) -> Self {
    Self(duration: left.duration + right.duration)
  }
  static func - (left: Self, right: Self) -> Self {
    Self(duration: left.duration - right.duration)
  }
  static func * (left: Self, right: Self) -> Self {
    Self(duration: left.duration * (right.duration / .seconds(1)))
  }
  static func *= (left: inout Self, right: Self) { left = left * right }
}
