import CMarbleHooks

/// The work that code of a run has started outside it, on the thread of the run.
struct OutsideWorkLog {
  private(set) var work: [OutsideWork] = []

  /// The largest number of entries; a loop would otherwise fill the memory.
  mutating func note(_ kind: OutsideWork.Kind, _ start: StartContext) {
    add(OutsideWork(kind: kind, start: start, callers: .current))
  }

  /// Records that a task enters a custom executor.
  ///
  /// - Parameters:
  ///   - executor: The object of the executor.
  ///   - function: The function that the task continues there; nil for a new task.
  ///   - start: The time and the cause.
  mutating func note(
    _ executor: UnsafeRawPointer,
    _ function: UnsafeRawPointer?,
    _ start: StartContext
  ) {
    let executor = Unmanaged<AnyObject>.fromOpaque(executor).takeUnretainedValue()
    // The stack of a task that continues does not contain its function.
    let callers = function.map { CallStack(of: $0) } ?? .current
    add(OutsideWork(kind: .executor("\(type(of: executor))"), start: start, callers: callers))
  }

  private mutating func add(_ entry: OutsideWork) {
    if work.count < OutsideWork.maxCount { work.append(entry) }
  }
}

extension OutsideWork.Kind {
  init(_ work: CMarbleOutsideWork) {
    switch work {
    case CMarbleDelayedBlock: self = .delayedBlock
    case CMarbleDispatchSource: self = .dispatchSource
    case CMarbleThread: self = .thread
    case CMarbleProcess: self = .process
    case CMarbleRunLoopTimer: self = .runLoopTimer
    case CMarbleRunLoopBlock: self = .runLoopBlock
    default: self = .dispatchQueue
    }
  }
}
