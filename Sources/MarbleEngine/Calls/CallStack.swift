import CMarbleHooks

/// The callers of a function that starts work, as addresses; symbolicated only for a report.
package struct CallStack: Hashable, Sendable {
  /// The return addresses of the thread's stack, the innermost first.
  package private(set) var addresses: [UInt] = []
  /// The addresses in the functions that wait for the call of the task, the innermost first.
  private(set) var waiting: [UInt] = []

  private static let maxCallers = 48
  private static let maxFrames = 200

  package static var current: CallStack {
    CallStack(addresses: addresses(upTo: maxCallers, CMarbleCallers), waiting: ofTask.waiting)
  }

  /// All callers of the current function on its thread, found in the way that finds more of them.
  static var ofThread: CallStack {
    let unwound = addresses(upTo: maxFrames, CMarbleCallers)
    let linked = addresses(upTo: maxFrames, CMarbleFrames)
    return CallStack(addresses: linked.count > unwound.count ? linked : unwound)
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

  private static func addresses(
    upTo limit: Int,
    _ read: (UnsafeMutablePointer<UnsafeMutableRawPointer?>, Int32) -> Int32
  ) -> [UInt] {
    withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: limit) { list in
      list.initialize(repeating: nil)
      guard let first = list.baseAddress else { return [] }
      return list.prefix(Int(read(first, Int32(limit)))).map { UInt(bitPattern: $0) }
    }
  }
}

extension CallStack {
  /// True if this thread runs code of a marble run.
  package static var isInRun: Bool { CMarbleCurrentDriver() != nil }

  /// The innermost function that belongs to none of these modules, MarbleTesting and the system:
  /// `FeedModel.reload()`.
  ///
  /// It is `nil` if the name is unknown, as on all systems but Linux. Reading takes milliseconds.
  package func caller(skipping modules: Set<String>) -> String? {
    CallPlace(of: self, skipping: modules).caller
  }

  /// The stack of a function that a task continues.
  package init(of function: UnsafeRawPointer) {
    // The report subtracts one from a return address.
    self.init(waiting: [UInt(bitPattern: function) + 1])
  }
}
