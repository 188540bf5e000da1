extension Task where Failure == Never {
  /// Starts a task that runs on this thread up to its first suspension.
  ///
  /// On Apple systems before 26 it starts on the thread pool instead.
  @discardableResult
  package static func atOnce(_ body: sending @escaping @isolated(any) () async -> Success) -> Self {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return .immediate(operation: body)
    }
    return Task(operation: body)
  }
}
