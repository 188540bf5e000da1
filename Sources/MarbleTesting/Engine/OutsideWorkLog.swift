import CMarbleHooks

/// The work that code of a run has started outside it, on the thread of the run.
struct OutsideWorkLog {
  private(set) var work: [OutsideWork] = []

  /// The largest number of entries; a loop would otherwise fill the memory.
  static let maxEntries = 1000
  private static let maxCallers = 48

  mutating func note(_ kind: OutsideWork.Kind, _ start: StartContext) {
    add(OutsideWork(kind: kind, start: start, callers: OutsideWorkLog.callers()))
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
    let callers = function.map { [UInt(bitPattern: $0) + 1] } ?? OutsideWorkLog.callers()
    add(OutsideWork(kind: .executor("\(type(of: executor))"), start: start, callers: callers))
  }

  private mutating func add(_ entry: OutsideWork) {
    if work.count < OutsideWorkLog.maxEntries { work.append(entry) }
  }

  private static func callers() -> [UInt] {
    withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: maxCallers) { list in
      list.initialize(repeating: nil)
      guard let first = list.baseAddress else { return [] }
      let count = CMarbleCallers(first, Int32(maxCallers))
      return list.prefix(Int(count)).map { UInt(bitPattern: $0) }
    }
  }
}

extension OutsideWork.Kind {
  init(_ work: CMarbleOutsideWork) {
    switch work {
    case CMarbleDispatchSource: self = .dispatchSource
    case CMarbleThread: self = .thread
    case CMarbleProcess: self = .process
    case CMarbleRunLoopTimer: self = .runLoopTimer
    case CMarbleRunLoopBlock: self = .runLoopBlock
    default: self = .dispatchQueue
    }
  }
}
