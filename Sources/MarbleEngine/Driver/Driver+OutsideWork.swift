import CMarbleHooks

extension Driver {
  func note(_ work: CMarbleOutsideWork) {
    note(OutsideWork.Kind(work), callers: .current)
  }

  /// Records that a task enters a custom executor, where it continues a function unless it is new.
  func note(_ executor: UnsafeRawPointer, _ function: UnsafeRawPointer?) {
    let executor = Unmanaged<AnyObject>.fromOpaque(executor).takeUnretainedValue()
    // The stack of a task that continues does not contain its function.
    let callers = function.map { CallStack(of: $0) } ?? .current
    note(.executor("\(type(of: executor))"), callers: callers)
  }

  /// A loop would fill the memory, so the number of entries is limited.
  private func note(_ kind: OutsideWork.Kind, callers: @autoclosure () -> CallStack) {
    guard !timeline.isOver, outsideWork.count < OutsideWork.maxCount else { return }
    outsideWork.append(OutsideWork(kind: kind, start: timeline.origin, callers: callers()))
  }
}

extension OutsideWork.Kind {
  fileprivate init(_ work: CMarbleOutsideWork) {
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
