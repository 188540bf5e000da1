import CMarbleHooks

/// The callers of a function that starts work, as addresses; symbolicated only for a report.
struct CallStack: Hashable, Sendable {
  /// The return addresses of the thread's stack, the innermost first.
  private(set) var addresses: [UInt] = []
  /// The addresses in the functions that wait for the call of the task, the innermost first.
  private(set) var waiting: [UInt] = []

  private static let maxCallers = 48

  /// The callers of the current function.
  static var current: CallStack {
    CallStack(addresses: addresses, waiting: ofTask.waiting)
  }

  /// The functions of the task that is about to wait, without the thread's stack.
  static var ofTask: CallStack {
    withUnsafeTemporaryAllocation(of: UInt.self, capacity: maxCallers) { list in
      list.initialize(repeating: 0)
      guard let first = list.baseAddress else { return CallStack() }
      let count = CMarbleAsyncCallers(first, Int32(maxCallers))
      return CallStack(waiting: list.prefix(Int(count)).map { $0 + 1 })
    }
  }

  private static var addresses: [UInt] {
    withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: maxCallers) { list in
      list.initialize(repeating: nil)
      guard let first = list.baseAddress else { return [] }
      let count = CMarbleCallers(first, Int32(maxCallers))
      return list.prefix(Int(count)).map { UInt(bitPattern: $0) }
    }
  }
}

extension CallStack {
  /// The stack of a function that a task continues.
  init(of function: UnsafeRawPointer) {
    // The report subtracts one from a return address.
    self.init(waiting: [UInt(bitPattern: function) + 1])
  }
}
