extension LoadCall {
  /// Creates a call of a load function that throws any error, which becomes a ``LoadError``.
  package init<Value: Sendable>(
    _ load: @escaping @Sendable (LoadReporter<Value>) async throws -> Value
  ) {
    let work = LoadWork<NoRequest, Value, LoadError>.reporting {
      _,
      report async throws(LoadError) -> Value in
      do { return try await load(report) } catch { throw LoadError(error) }
    }
    self.init(request: Self.none, function: work.function)
  }

  private static let none = Box(NoRequest())
}
