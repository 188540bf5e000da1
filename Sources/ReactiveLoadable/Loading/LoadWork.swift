/// The load function, in the form that its author chose.
@usableFromInline
enum LoadWork<Request: Sendable, Value: Sendable, Failure: Error>: Sendable {
  case plain(@Sendable (Request) async throws(Failure) -> Value)
  case reporting(@Sendable (Request, LoadReporter<Value>) async throws(Failure) -> Value)

  /// Calls it; the reporter is made for work that reports only.
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
