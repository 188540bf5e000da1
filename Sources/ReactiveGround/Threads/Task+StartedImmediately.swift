extension Task where Success == Void, Failure == Never {
  /// Starts a task that runs on this thread until its first suspension, where supported.
  ///
  /// On Apple systems before version 26 it starts on the global executor instead.
  @inlinable @discardableResult
  package static func startedImmediately(
    priority: TaskPriority? = nil,
    _ body: sending @escaping @isolated(any) () async -> Void
  ) -> Self {
    #if !LIKE_MACOS_15
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return .immediate(priority: priority, operation: body)
    }
    #endif
    return Task(priority: priority, operation: body)
  }
}

extension Task where Failure == any Error {
  /// Starts a task that may throw, which runs on this thread until its first suspension.
  ///
  /// NB: with a generic result, the closure is not wrapped in another one on the heap.
  @inlinable
  @inline(__always)
  package static func startedImmediately(
    priority: TaskPriority? = nil,
    _ body: sending @escaping @isolated(any) () async throws -> Success
  ) -> Self {
    #if !LIKE_MACOS_15
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return .immediate(priority: priority, operation: body)
    }
    #endif
    return Task(priority: priority, operation: body)
  }
}
