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
      await Self.result(of: request) { request throws(Failure) in
        try await load(request) { LoadReporter(of: ticket, running) }
      }
    }
  }

  /// Creates the work of a load function without a reporter.
  package static func plain(
    _ load: @escaping @Sendable (Request) async throws(Failure) -> Value
  ) -> Self {
    Self { request, _, _ in await result(of: request, load) }
  }

  /// The work of a closed loader, which starts no load.
  package static var none: Self {
    Self { _, _, _ in
      // A closed core ignores every intent, so no load calls this.
      preconditionFailure("A closed loader has started a load.")
    }
  }

  @inlinable
  init(_ function: @escaping LoadFunction) { self.function = function }

  /// Calls a load function with a request, and puts its result into a box.
  @inlinable @inline(__always)
  static func result(
    of request: AnyBox,
    _ load: (Request) async throws(Failure) -> Value
  ) async -> WorkResult {
    let request = request.assumed(of: Request.self)
    do throws(Failure) {
      return .value(Box(try await load(request.value)))
    } catch {
      return .failure(Box(error), error)
    }
  }
}

extension LoadWork where Failure == LoadError {
  /// Creates the work of a load function that throws any error, which becomes a ``LoadError``.
  @inlinable
  package init(
    wrapping load: @escaping @Sendable (Request, () -> LoadReporter<Value>) async throws -> Value
  ) {
    function = { request, ticket, running in
      await Self.result(of: request) { request throws(LoadError) in
        do {
          return try await load(request) { LoadReporter(of: ticket, running) }
        } catch {
          throw LoadError(error)
        }
      }
    }
  }

  /// Creates the work of a load function without a reporter that throws any error.
  package static func wrapping(_ load: @escaping @Sendable (Request) async throws -> Value) -> Self
  {
    Self { request, _, _ in
      await result(of: request) { request throws(LoadError) in
        do { return try await load(request) } catch { throw LoadError(error) }
      }
    }
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
