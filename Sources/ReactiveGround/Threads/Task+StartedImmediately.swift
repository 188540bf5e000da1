extension Task where Success == Void, Failure == Never {
  /// Starts a task that runs on this thread until its first suspension, where supported.
  ///
  /// On Apple systems before version 26 it starts on the global executor instead.
  @inlinable @discardableResult
  package static func startedImmediately(
    _ body: sending @escaping @isolated(any) () async -> Void
  ) -> Self {
    #if !LIKE_MACOS_15
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return .immediate(operation: body)
    }
    #endif
    return Task(operation: body)
  }
}

extension Task where Failure == any Error {
  /// Starts a task that may throw, which runs on this thread until its first suspension.
  ///
  /// - Parameter priority: The raw value of a priority; 0 for that of the current task.
  // NB: With a generic result, the closure is not wrapped in another one on the heap. The loop, which
  // runs once, makes the compiler inline `immediate`: otherwise the runtime records for each task that
  // it prefers no executor, for 1,200 instructions.
  @inlinable @inline(never)
  package static func startedImmediately(
    priority: UInt8 = 0,
    _ body: @escaping @isolated(any) @Sendable () async throws -> Success
  ) -> Self {
    let priority = TaskPriority(rawValue: priority)
    #if !LIKE_MACOS_15
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      var (task, rest) = (Self?.none, Optional(body))
      while let next = rest.take() { task = .immediate(priority: priority, operation: next) }
      if let task { return task }
    }
    #endif
    return Task(priority: priority, operation: body)
  }
}
