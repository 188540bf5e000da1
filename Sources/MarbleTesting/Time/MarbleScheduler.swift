public import CombineShim

/// The test scheduler of a run, in virtual time, for operators that take a Combine scheduler.
///
/// ```swift
/// let model = m.keep(SearchModel(scheduler: m.scheduler))   // debounce(for:scheduler:)
/// ```
///
/// An action for the current time runs when all work that the current event caused has settled, as
/// on a queue. A later action starts exactly at its time. Actions for the same time run in the
/// order in which they were scheduled; an exploring run tries other orders. After the end of the
/// run, no action starts.
public struct MarbleScheduler: Scheduler, Sendable {
  /// A time in a run, counted from its start.
  public struct SchedulerTimeType: Strideable, Hashable, Sendable {
    /// The time since the start of the run.
    public let offset: Duration

    /// Creates the time that is `offset` after the start of the run.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// Returns the interval from this time to `other`.
    public func distance(to other: Self) -> Interval {
      Interval(duration: other.offset - offset)
    }

    /// Returns the time that is `interval` after this one.
    public func advanced(by interval: Interval) -> Self {
      Self(offset: offset + interval.duration)
    }
  }

  private let timeline: RunTimeline
  private let isolation: RunIsolation

  init(_ timeline: RunTimeline, _ isolation: RunIsolation) {
    self.timeline = timeline
    self.isolation = isolation
  }

  /// The current time of the run.
  public var now: SchedulerTimeType { SchedulerTimeType(offset: timeline.now) }

  /// Zero, because virtual time is exact.
  public var minimumTolerance: Interval { 0 }

  /// Runs an action at the current time, after the running work has settled.
  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    timeline.noteUse(of: "m.scheduler")
    guard !timeline.isOver else { return }
    isolation.enqueue(DriverConfined(action))
  }

  /// Runs an action at a time; a time in the past counts as the current time.
  public func schedule(
    after date: SchedulerTimeType,
    tolerance: Interval,
    options: Never?,
    _ action: @escaping () -> Void
  ) {
    add(at: date.offset, action, repeats: false)
  }

  /// Runs an action repeatedly from a time on, until it is cancelled.
  ///
  /// An interval of zero or less counts as a nanosecond.
  public func schedule(
    after date: SchedulerTimeType,
    interval: Interval,
    tolerance: Interval,
    options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    // The sequence of the next repetition; nil after cancellation. Sequences count from 1.
    let next = Lock<Int?>(0)
    let interval = max(interval.duration, .nanoseconds(1))
    func repeatAction(at time: Duration) {
      let turn = {
        repeatAction(at: time + interval)
        action()
      }
      let sequence = add(at: time, turn, repeats: true)
      let isCancelled = next.withLock { next in
        if next != nil { next = sequence }
        return next == nil
      }
      if isCancelled { timeline.remove([sequence]) }
    }
    repeatAction(at: date.offset)
    return AnyCancellable { [timeline] in
      if let sequence = next.withLock({ $0.take() }) { timeline.remove([sequence]) }
    }
  }

  @discardableResult
  private func add(at time: Duration, _ action: @escaping () -> Void, repeats: Bool) -> Int {
    timeline.noteUse(of: "m.scheduler")
    return timeline.schedule(at: time, .scheduled(DriverConfined(action), repeats: repeats))
  }
}

extension MarbleScheduler {
  /// A duration for schedulers; an integer literal is a number of seconds.
  public struct Interval: SchedulerTimeIntervalConvertible, SignedNumeric, Comparable, Hashable,
    Sendable
  {
    /// The duration.
    public var duration: Duration

    /// Creates an interval from a duration.
    public init(duration: Duration) {
      self.duration = duration
    }

    /// Creates an interval of whole seconds.
    public init(integerLiteral seconds: Int) {
      duration = .seconds(seconds)
    }

    /// Creates an interval of whole seconds; nil if the number does not fit into `Int`.
    public init?(exactly seconds: some BinaryInteger) {
      guard let seconds = Int(exactly: seconds) else { return nil }
      duration = .seconds(seconds)
    }

    /// The absolute value of the interval.
    public var magnitude: Self { self < 0 ? 0 - self : self }

    /// Returns an interval of seconds.
    public static func seconds(_ count: Int) -> Self { Self(duration: .seconds(count)) }
    /// Returns an interval of seconds.
    public static func seconds(_ count: Double) -> Self { Self(duration: .seconds(count)) }
    /// Returns an interval of milliseconds.
    public static func milliseconds(_ count: Int) -> Self { Self(duration: .milliseconds(count)) }
    /// Returns an interval of microseconds.
    public static func microseconds(_ count: Int) -> Self { Self(duration: .microseconds(count)) }
    /// Returns an interval of nanoseconds.
    public static func nanoseconds(_ count: Int) -> Self { Self(duration: .nanoseconds(count)) }

    /// Returns true if the first interval is shorter.
    public static func < (left: Self, right: Self) -> Bool { left.duration < right.duration }

    /// Returns the sum of two intervals.
    public static func + (left: Self, right: Self) -> Self {
      Self(duration: left.duration + right.duration)
    }

    /// Returns the difference of two intervals.
    public static func - (left: Self, right: Self) -> Self {
      Self(duration: left.duration - right.duration)
    }

    /// Returns the product of two intervals as numbers of seconds.
    public static func * (left: Self, right: Self) -> Self {
      Self(duration: left.duration * (right.duration / .seconds(1)))
    }

    /// Multiplies the interval by another one, both as numbers of seconds.
    public static func *= (left: inout Self, right: Self) { left = left * right }
  }
}
