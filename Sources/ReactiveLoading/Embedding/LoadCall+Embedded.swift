extension LoadCall {
  /// Creates a call of a load function that throws any error, which becomes a ``LoadError``.
  ///
  /// The function has its request already; `request` is for observers.
  package init<Value: Sendable>(
    for request: AnyBox? = nil,
    _ load: @escaping @Sendable (LoadReporter<Value>) async throws -> Value
  ) {
    // NB: One closure; a `LoadWork` would wrap it twice.
    self.init(request: request ?? Self.none) { _, ticket, running in
      do {
        return .value(Box(try await load(LoadReporter(of: ticket, running))))
      } catch {
        return .failure(LoadError(error))
      }
    }
  }

  private static let none = Box(NoRequest())
}
