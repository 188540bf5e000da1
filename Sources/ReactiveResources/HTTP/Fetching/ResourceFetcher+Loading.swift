public import ReactiveLoadable

extension ResourceFetcher {
  /// Fetches a resource for a loader, and reports a stale value and the progress.
  ///
  /// - Parameters:
  ///   - request: The GET request, with its use of stored responses.
  ///   - report: The reporter of the load function.
  /// - Returns: The body, its source and its header fields.
  /// - Throws: `CancellationError` after a cancellation, which returns any loader to its settled
  ///   state; otherwise a ``ResourceError``.
  public func load(
    _ request: ResourceRequest,
    _ report: LoadReporter<FetchedResource>
  ) async throws -> FetchedResource {
    do {
      return try await fetch(request) { $0.report(to: report) }
    } catch .cancelled {
      throw CancellationError()
    }
  }
}

extension FetchReport {
  /// Reports the stale value or the progress to a loader.
  ///
  /// - Parameter reporter: The reporter of the load function.
  public func report(to reporter: LoadReporter<FetchedResource>) {
    switch self {
    case .stale(let resource): reporter.value(resource)
    case .progress(let received, let expected):
      reporter.progress(completed: received, of: expected)
    }
  }
}
