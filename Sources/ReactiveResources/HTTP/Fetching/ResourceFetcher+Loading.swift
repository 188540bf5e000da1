public import ReactiveLoadable

extension ResourceFetcher {
  /// Fetches something for a loader: shows what is kept while it is revalidated, and the progress.
  ///
  /// - Parameters:
  ///   - request: What to fetch, and how what is kept may be used.
  ///   - report: That of the load function.
  /// - Returns: The body, and where it came from.
  /// - Throws: `CancellationError` when it was cancelled, which leads any loader back to its settled
  ///   state, else a ``ResourceError``.
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
  /// Hands it on to a loader.
  ///
  /// - Parameter reporter: That of the load function.
  public func tell(_ reporter: LoadReporter<FetchedResource>) {
    switch self {
    case .stale(let resource): reporter.value(resource)
    case .progress(let received, let expected):
      reporter.progress(completed: received, of: expected)
    }
  }
}
