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

/// An event of the work of a load, with its value or its error.
///
/// Its layout is the same for all types of values.
@usableFromInline
package struct WorkEvent<Value: Sendable, Failure: Error>: Sendable {
  /// The event without its value and its error.
  @usableFromInline let core: LoadCore.Event
  /// The value and the error, in boxes without their types.
  @usableFromInline let incoming: LoadSlots.Incoming

  init(_ core: LoadCore.Event, value: Box<Value>? = nil, failure: Box<Failure>? = nil) {
    self.core = core
    // NB: a conversion of optional boxes would look up their types.
    var incoming = LoadSlots.Incoming()
    if let value { incoming.value = value }
    if let failure { incoming.failure = failure }
    self.incoming = incoming
  }

  var value: Box<Value>? {
    if let value = incoming.value { value.assumed(of: Value.self) } else { nil }
  }

  var failure: Box<Failure>? {
    if let failure = incoming.failure { failure.assumed(of: Failure.self) } else { nil }
  }

  /// The work reported progress or a partial value.
  @usableFromInline
  static func reported(_ ticket: UInt, _ report: LoadReport<Value>) -> Self {
    switch report {
    case .value(let value): Self(.heard(.reported, of: ticket), value: Box(value))
    case .progress(let progress): Self(.heard(.reported, of: ticket, progress: progress))
    }
  }

  @usableFromInline
  static func succeeded(_ ticket: UInt, _ value: Box<Value>) -> Self {
    Self(.heard(.succeeded, of: ticket), value: value)
  }

  @usableFromInline
  static func failed(_ ticket: UInt, _ error: Box<Failure>, mayRetry: Bool = false) -> Self {
    Self(.heard(.failed(mayRetry: mayRetry), of: ticket), failure: error)
  }

  /// The work threw a cancellation error.
  @usableFromInline
  static func gaveUp(_ ticket: UInt) -> Self { Self(.heard(.gaveUp, of: ticket)) }

  /// The delay before a retry has elapsed.
  @usableFromInline
  static func waited(_ ticket: UInt) -> Self { Self(.heard(.waited, of: ticket)) }

  /// The timeout of the whole load that started with this ticket has elapsed.
  ///
  /// Without an error the load is cancelled.
  @usableFromInline
  static func expired(_ ticket: UInt, _ error: Box<Failure>?) -> Self {
    Self(.heard(.expired(isFailure: error != nil), of: ticket), failure: error)
  }

  /// A handle cancels the load with this ticket.
  static func cancelled(_ load: UInt) -> Self { Self(.cancelLoad(load)) }

  /// A Boolean value that indicates whether the work reported a partial value.
  @usableFromInline var isPartialValue: Bool {
    if case .heard(.reported, _, progress: nil) = core { true } else { false }
  }
}

extension LoadSlots {
  /// The value, the failure and the request that come with an event.
  @usableFromInline
  struct Incoming: Sendable {
    let request: AnyBox?
    var value: AnyBox?
    var failure: AnyBox?

    @usableFromInline
    init(request: AnyBox? = nil, value: AnyBox? = nil, failure: AnyBox? = nil) {
      self.request = request
      self.value = value
      self.failure = failure
    }
  }
}
