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
  }

  @usableFromInline var isOver = false
  @usableFromInline var work = Place()
  @usableFromInline var limitOfAttempt = Place()
  @usableFromInline var limitOfLoad = Place()

  @inlinable
  init() {}

  @inlinable subscript(part: Part) -> Place {
    get {
      switch part {
      case .work: work
      case .limitOfAttempt: limitOfAttempt
      case .limitOfLoad: limitOfLoad
      }
    }
    set {
      switch part {
      case .work: work = newValue
      case .limitOfAttempt: limitOfAttempt = newValue
      case .limitOfLoad: limitOfLoad = newValue
      }
    }
  }

  /// Empties a part's place for the next task.
  ///
  /// Returns what stood there, and the turn of the next task; no turn if the load is over.
  @usableFromInline
  mutating func clear(_ part: Part) -> (UnsafeCurrentTask?, turn: UInt?) {
    if isOver { return (nil, nil) }
    let before = self[part].task
    self[part].task = nil
    self[part].turn += 1
    return (before, self[part].turn)
  }

  /// Takes a task in, unless its turn is over.
  @usableFromInline
  mutating func note(_ task: UnsafeCurrentTask, _ part: Part, _ turn: UInt) -> Bool {
    if isOver || self[part].turn != turn { return false }
    self[part].task = task
    return true
  }

  /// Ends all turns; returns the tasks that stood in their places.
  @usableFromInline
  mutating func end() -> (UnsafeCurrentTask?, UnsafeCurrentTask?, UnsafeCurrentTask?) {
    let before = (work.task, limitOfAttempt.task, limitOfLoad.task)
    self = LoadTasks()
    isOver = true
    return before
  }
}
