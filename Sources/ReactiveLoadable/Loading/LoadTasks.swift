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
    /// Which task is the present one, counted from 1.
    @usableFromInline var turn: UInt = 0
    @usableFromInline var task: UnsafeCurrentTask?

    @inlinable
    init() {}

    /// Empties it for the next task; returns what stood there.
    @inlinable
    mutating func clear() -> UnsafeCurrentTask? {
      turn += 1
      return task.take()
    }

    /// Takes a task in, unless its turn is over.
    @inlinable
    mutating func enter(_ task: UnsafeCurrentTask, _ turn: UInt) -> Bool {
      guard turn == self.turn else { return false }
      self.task = task
      return true
    }

    /// Lets a task go that has done its work.
    @inlinable
    mutating func leave(_ turn: UInt) -> UnsafeCurrentTask? {
      turn == self.turn ? task.take() : nil
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

  /// Ends all turns; returns the tasks that stood in their places.
  @inlinable
  mutating func end() -> (work: UnsafeCurrentTask?, limits: Limits?) {
    isOver = true
    return (work.clear(), limits.take())
  }
}
