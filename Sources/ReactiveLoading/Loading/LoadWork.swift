/// A load function with its types, which may take a reporter.
@usableFromInline
package struct LoadWork<Request: Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline package let function: LoadFunction

  /// Creates the work of a load function, which gets its reporter from a closure.
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

/// A load function without its types: it takes a request, the ticket of the attempt, and its load.
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

/// An event of the work of a load, with its value or its error in a box.
package struct WorkEvent: Sendable {
  /// The event without its value and its error.
  package let core: LoadCore.Event
  package let payload: LoadSlots.Payload

  init(_ core: LoadCore.Event, _ payload: LoadSlots.Payload) {
    self.core = core
    self.payload = payload
  }

  private init(_ core: LoadCore.Event, value: AnyBox? = nil, failure: AnyBox? = nil) {
    self.init(core, LoadSlots.Payload(value: value, failure: failure))
  }

  /// The work reported a partial value.
  static func reported(_ ticket: UInt, _ value: AnyBox) -> Self {
    Self(.attempt(.reported, of: ticket), value: value)
  }

  /// The work reported progress.
  static func reported(_ ticket: UInt, _ progress: LoadProgress) -> Self {
    Self(.attempt(.reported, of: ticket, progress: progress))
  }

  package static func succeeded(_ ticket: UInt, _ value: AnyBox) -> Self {
    Self(.attempt(.succeeded, of: ticket), value: value)
  }

  package static func failed(_ ticket: UInt, _ error: AnyBox, mayRetry: Bool = false) -> Self {
    Self(.attempt(.failed(mayRetry: mayRetry), of: ticket), failure: error)
  }

  /// The work threw a cancellation error.
  static func threwCancellation(_ ticket: UInt) -> Self {
    Self(.attempt(.threwCancellation, of: ticket))
  }

  /// The delay before a retry has elapsed.
  static func delayElapsed(_ ticket: UInt) -> Self { Self(.attempt(.delayElapsed, of: ticket)) }

  /// The timeout of the whole load that started with this ticket has elapsed.
  ///
  /// Without an error the load is cancelled.
  static func timedOut(_ ticket: UInt, _ error: AnyBox?) -> Self {
    Self(.attempt(.timedOut(isFailure: error != nil), of: ticket), failure: error)
  }

  /// A handle cancels the load with this ticket.
  package static func cancelled(_ load: UInt) -> Self { Self(.cancelLoad(load)) }

  /// A Boolean value that indicates whether the work reported a partial value.
  var isPartialValue: Bool {
    if case .attempt(.reported, _, progress: nil) = core { true } else { false }
  }
}

extension LoadSlots {
  /// The value, the failure and the request that come with an event.
  package struct Payload: Sendable {
    var request: AnyBox?
    package var value: AnyBox?
    package var failure: AnyBox?
  }
}
