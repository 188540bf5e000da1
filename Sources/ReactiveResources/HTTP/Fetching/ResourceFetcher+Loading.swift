public import ReactiveLoadable

extension ResourceFetcher {
  /// Fetches a resource for a loader, and reports a stale value and the progress.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - report: The reporter of the load function.
  /// - Returns: The body, its source and its header fields.
  /// - Throws: `CancellationError` after a cancellation, which returns any loader to its settled
  ///   state; otherwise a ``ResourceError``.
  public func load(
    _ request: ResourceRequest,
    _ report: LoadReporter<FetchedResource>
  ) async throws -> FetchedResource {
    do {
      return try await fetch(request) { $0.tell(report) }
    } catch .cancelled {
      throw CancellationError()
    }
  }
}

extension FetchReport {
  /// Forwards the report to a loader.
  ///
  /// - Parameter reporter: The reporter of the load function.
  public func tell(_ reporter: LoadReporter<FetchedResource>) {
    switch self {
    case .stale(let resource): reporter.value(resource)
    case .progress(let received, let expected):
      reporter.progress(completed: received, of: expected)
    }
  }
}
