import CMarbleHooks

/// The work that code of a run has started outside it, on the thread of the run.
struct OutsideWorkLog {
  private(set) var work: [OutsideWork] = []

  /// The largest number of entries; a loop would otherwise fill the memory.
  private static let maxEntries = 1000
  private static let maxCallers = 48

  mutating func note(_ kind: OutsideWork.Kind, _ start: StartContext) {
    guard work.count < OutsideWorkLog.maxEntries else { return }
    work.append(OutsideWork(kind: kind, start: start, callers: OutsideWorkLog.callers()))
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
