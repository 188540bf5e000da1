public import CombineShim

/// A scheduler in the virtual time of a run, for operators and models that take one instead of a
/// clock.
///
/// ```swift
/// let model = m.keep(SearchModel(scheduler: m.scheduler))   // debounce(for: …, scheduler: scheduler)
/// ```
///
/// What is scheduled for now begins when everything that the present event set off has come to
/// rest, as on a queue; what is scheduled for later, at that moment exactly. What is due together
/// runs in the order in which it was scheduled; an exploring run tries other orders. When the run is
/// over, nothing that is scheduled begins any more.
public struct MarbleScheduler: Scheduler, Sendable {
  /// A moment of a run, counted from its start.
  public struct SchedulerTimeType: Strideable, Hashable, Sendable {
    /// The time since the run began.
    public let offset: Duration

    /// Creates the moment that lies `offset` after the start of the run.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// Returns the time from this moment to `other`.
    public func distance(to other: Self) -> Interval {
      Interval(duration: other.offset - offset)
    }

    /// Returns the moment that lies `interval` after this one.
    public func advanced(by interval: Interval) -> Self {
      Self(offset: offset + interval.duration)
    }
  }

  private let timeline: Timeline
  private let isolation: RunIsolation

  init(_ timeline: Timeline, _ isolation: RunIsolation) {
    self.timeline = timeline
    self.isolation = isolation
  }

  /// The present moment of the run.
  public var now: SchedulerTimeType { SchedulerTimeType(offset: timeline.now) }

  /// Zero: virtual time is exact.
  public var minimumTolerance: Interval { 0 }

  /// Runs an action in the present instant, when what is running has come to rest.
  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    timeline.noteUse(of: "m.scheduler")
    guard !timeline.isOver else { return }
    isolation.enqueue(OnDriver(action))
  }

  /// Runs an action at a moment; at once if that has passed.
  public func schedule(
    after date: SchedulerTimeType,
    tolerance: Interval,
    options: Never?,
    _ action: @escaping () -> Void
  ) {
    add(at: date.offset, action, repeats: false)
  }

  /// Runs an action again and again, from a moment on, until it is cancelled.
  ///
  /// An interval that is not longer than zero counts as a nanosecond.
  public func schedule(
    after date: SchedulerTimeType,
    interval: Interval,
    tolerance: Interval,
    options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    // The sequence of the next turn; nil when it is cancelled. Sequences count from 1.
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
      if let sequence = next.take() { timeline.remove([sequence]) }
    }
  }

  @discardableResult
  private func add(at time: Duration, _ action: @escaping () -> Void, repeats: Bool) -> Int {
    timeline.noteUse(of: "m.scheduler")
    return timeline.schedule(at: time, .wake, .scheduled(OnDriver(action), repeats: repeats))
  }
}

extension MarbleScheduler {
  /// A length of time as schedulers count it; a plain number is so many seconds.
  public struct Interval: SchedulerTimeIntervalConvertible, SignedNumeric, Comparable, Hashable,
    Sendable
  {
    /// The length.
    public var duration: Duration

    /// Creates an interval of a length.
    public init(duration: Duration) {
      self.duration = duration
    }

    /// Creates an interval of whole seconds.
    public init(integerLiteral seconds: Int) {
      duration = .seconds(seconds)
    }

    /// Creates an interval of whole seconds; nil when there are too many of them to count.
    public init?(exactly seconds: some BinaryInteger) {
      guard let seconds = Int(exactly: seconds) else { return nil }
      duration = .seconds(seconds)
    }

    /// The length without its sign.
    public var magnitude: Self { self < 0 ? 0 - self : self }

    /// Returns so many seconds.
    public static func seconds(_ count: Int) -> Self { Self(duration: .seconds(count)) }
    /// Returns so many seconds.
    public static func seconds(_ count: Double) -> Self { Self(duration: .seconds(count)) }
    /// Returns so many milliseconds.
    public static func milliseconds(_ count: Int) -> Self { Self(duration: .milliseconds(count)) }
    /// Returns so many microseconds.
    public static func microseconds(_ count: Int) -> Self { Self(duration: .microseconds(count)) }
    /// Returns so many nanoseconds.
    public static func nanoseconds(_ count: Int) -> Self { Self(duration: .nanoseconds(count)) }

    /// Answers whether the first interval is shorter.
    public static func < (left: Self, right: Self) -> Bool { left.duration < right.duration }

    /// Returns both intervals one after the other.
    public static func + (left: Self, right: Self) -> Self {
      Self(duration: left.duration + right.duration)
    }

    /// Returns the first interval without the second.
    public static func - (left: Self, right: Self) -> Self {
      Self(duration: left.duration - right.duration)
    }

    /// Returns the product of both as numbers of seconds.
    public static func * (left: Self, right: Self) -> Self {
      Self(duration: left.duration * (right.duration / .seconds(1)))
    }

    /// Multiplies by another interval, both as numbers of seconds.
    public static func *= (left: inout Self, right: Self) { left = left * right }
  }
}
