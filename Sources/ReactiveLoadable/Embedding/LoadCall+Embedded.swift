extension LoadCall {
  /// Creates a call of a load function that throws any error, which becomes a ``LoadError``.
  package init<Value: Sendable>(
    _ load: @escaping @Sendable (LoadReporter<Value>) async throws -> Value
  ) {
    let work = LoadWork<NoRequest, Value, LoadError>.wrapping { _, report in try await load(report)
    }
    self.init(request: Self.none, function: work.function)
  }

  private static let none = Box(NoRequest())
}
