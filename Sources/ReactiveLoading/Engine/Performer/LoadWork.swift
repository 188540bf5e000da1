/// A load function with its types, which may take a reporter.
@usableFromInline
package struct LoadWork<Request: Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline package let function: LoadFunction

  /// Creates the work of a load function, which gets its reporter from a closure, so that one is
  /// created only for a function that takes it.
  @inlinable
  package init(
    _ load: @escaping @Sendable (Request, () -> LoadReporter<Value>) async throws(Failure) -> Value
  ) {
    function = { request, ticket, running in
      let request = request.assumed(of: Request.self)
      do throws(Failure) {
        return .value(Box(try await load(request.value) { LoadReporter(of: ticket, running) }))
      } catch {
        return .failure(Box(error), error)
      }
    }
  }

  /// Creates the work of a load function without a reporter.
  package static func plain(
    _ load: @escaping @Sendable (Request) async throws(Failure) -> Value
  ) -> Self {
    Self { request, _ throws(Failure) in try await load(request) }
  }
}

extension LoadWork where Failure == LoadError {
  /// Creates the work of a load function that throws any error, which becomes a ``LoadError``.
  @inlinable
  package init(
    wrapping load: @escaping @Sendable (Request, () -> LoadReporter<Value>) async throws -> Value
  ) {
    function = { request, ticket, running in
      let request = request.assumed(of: Request.self)
      do {
        return .value(Box(try await load(request.value) { LoadReporter(of: ticket, running) }))
      } catch {
        let error = LoadError(error)
        return .failure(Box(error), error)
      }
    }
  }

  /// Creates the work of a load function without a reporter that throws any error.
  package static func wrapping(_ load: @escaping @Sendable (Request) async throws -> Value) -> Self
  {
    Self(wrapping: { request, _ in try await load(request) })
  }
}

/// A load function without its types: it takes a request, the ticket of the attempt, and the load
/// that it reports to.
///
/// So code that performs loads is not generic. It compiles once and looks up no type.
@usableFromInline
package typealias LoadFunction = @Sendable (AnyBox, UInt, RunningLoad) async -> WorkResult

/// The result of a load function, without its types.
@usableFromInline
package enum WorkResult: Sendable {
  case value(AnyBox)
  /// The error in a box of its type, and as any error for the rules of a policy.
  case failure(AnyBox, any Error)

  static func failure(_ error: LoadError) -> Self { .failure(Box(error), error) }
}

/// A call of a load function with its request.
package struct LoadCall: Sendable {
  let request: AnyBox
  let function: LoadFunction

  package init(request: AnyBox, function: @escaping LoadFunction) {
    self.request = request
    self.function = function
  }
}
