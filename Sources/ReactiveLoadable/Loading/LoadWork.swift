/// The load function, with or without a reporter.
@usableFromInline
enum LoadWork<Request: Sendable, Value: Sendable, Failure: Error>: Sendable {
  case plain(@Sendable (Request) async throws(Failure) -> Value)
  case reporting(@Sendable (Request, LoadReporter<Value>) async throws(Failure) -> Value)

  /// Calls the load function; a reporter is created only if it takes one.
  @inlinable
  func call(
    _ request: Request,
    _ reporter: @autoclosure () -> LoadReporter<Value>
  ) async throws(Failure) -> Value {
    switch self {
    case .plain(let load): try await load(request)
    case .reporting(let load): try await load(request, reporter())
    }
  }
}
