/// The tasks that work for a load, one at a time for each part of it.
@usableFromInline
struct LoadTasks {
  /// What a load has a task for.
  @usableFromInline
  enum Part: Sendable {
    /// An attempt, or the wait before it.
    case work
    case limitOfAttempt
    case limitOfLoad
  }

  /// The place of one task.
  @usableFromInline
  struct Place {
    /// The ticket of the present task: a task with an older one comes too late.
    @usableFromInline var ticket: UInt = 0
    @usableFromInline var task: UnsafeCurrentTask?

    @inlinable
    init() {}

    /// Empties it for the task of a newer ticket; false if the ticket is an old one.
    ///
    /// What stood there is brought out.
    @inlinable
    mutating func clear(for ticket: UInt, _ before: inout UnsafeCurrentTask?) -> Bool {
      guard ticket > self.ticket else { return false }
      self.ticket = ticket
      before = task.take()
      return true
    }

    /// Takes a task in, unless its turn is over.
    @inlinable
    mutating func enter(_ task: UnsafeCurrentTask, _ ticket: UInt) -> Bool {
      guard ticket == self.ticket else { return false }
      self.task = task
      return true
    }

    /// Lets a task go that has done its work.
    @inlinable
    mutating func leave(_ ticket: UInt) -> UnsafeCurrentTask? {
      ticket == self.ticket ? task.take() : nil
    }
  }

  /// The limits of time, which most loads do not have.
  @usableFromInline
  final class Limits {
    @usableFromInline var ofAttempt = Place()
    @usableFromInline var ofLoad = Place()

    @inlinable
    init() {}
  }

  @usableFromInline var isOver = false
  /// Whether an activity counts the load.
  @usableFromInline var isCounted = false
  /// The highest priority of those who joined the load or wait for it; 0 for none.
  @usableFromInline var priority: UInt8 = 0
  @usableFromInline var work = Place()
  @usableFromInline var limits: Limits?

  @inlinable
  init() {}

  /// Changes the place of a part.
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

  /// Ends the load; returns the tasks that stood in their places.
  @inlinable
  mutating func end() -> (work: UnsafeCurrentTask?, limits: Limits?) {
    isOver = true
    return (work.task.take(), limits.take())
  }
}
