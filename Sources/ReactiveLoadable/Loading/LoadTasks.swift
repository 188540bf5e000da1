/// The tasks of a load, at most one for each part.
@usableFromInline
struct LoadTasks {
  /// A part of a load that has a task.
  @usableFromInline
  enum Part: Sendable {
    /// An attempt, or the delay before it.
    case work
    case limitOfAttempt
    case limitOfLoad
  }

  /// The slot of one task.
  @usableFromInline
  struct Place {
    /// The ticket of the current task; a task with an older ticket is outdated.
    @usableFromInline var ticket: UInt = 0
    @usableFromInline var task: UnsafeCurrentTask?

    @inlinable
    init() {}

    /// Empties the slot for the task of a newer ticket; returns false if the ticket is older.
    ///
    /// `before` receives the previous task.
    @inlinable
    mutating func clear(for ticket: UInt, _ before: inout UnsafeCurrentTask?) -> Bool {
      guard ticket > self.ticket else { return false }
      self.ticket = ticket
      before = task.take()
      return true
    }

    /// Stores a task, unless its ticket is outdated.
    @inlinable
    mutating func enter(_ task: UnsafeCurrentTask, _ ticket: UInt) -> Bool {
      guard ticket == self.ticket else { return false }
      self.task = task
      return true
    }

    /// Removes a task that has ended.
    @inlinable
    mutating func leave(_ ticket: UInt) -> UnsafeCurrentTask? {
      ticket == self.ticket ? task.take() : nil
    }
  }

  /// The tasks of timeouts, which most loads do not have.
  @usableFromInline
  final class Limits {
    @usableFromInline var ofAttempt = Place()
    @usableFromInline var ofLoad = Place()

    @inlinable
    init() {}
  }

  @usableFromInline var isOver = false
  /// A Boolean value that indicates whether an activity counts the load.
  @usableFromInline var isCounted = false
  /// The highest priority of the tasks that joined the load or wait for it; 0 for none.
  @usableFromInline var priority: UInt8 = 0
  @usableFromInline var work = Place()
  @usableFromInline var limits: Limits?

  @inlinable
  init() {}

  /// Changes the slot of a part.
  @inlinable
  mutating func at<R>(_ part: Part, _ body: (inout Place) -> R) -> R {
    switch part {
    case .work: return body(&work)
    case .limitOfAttempt: return body(&madeLimits.ofAttempt)
    case .limitOfLoad: return body(&madeLimits.ofLoad)
    }
  }

  @inlinable var madeLimits: Limits {
    mutating get {
      if let limits { return limits }
      let new = Limits()
      limits = new
      return new
    }
  }

  /// Ends the load and returns its tasks.
  @inlinable
  mutating func end() -> (work: UnsafeCurrentTask?, limits: Limits?) {
    isOver = true
    return (work.task.take(), limits.take())
  }
}
