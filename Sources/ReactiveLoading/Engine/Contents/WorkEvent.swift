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

  /// A queued attempt starts.
  package static func started(_ ticket: UInt) -> Self { Self(.started(ticket)) }

  /// The owner of the load is released.
  package static var closed: Self { Self(.close) }

  /// A handle cancels the load with this ticket.
  package static func cancelled(_ load: UInt) -> Self { Self(.cancelLoad(load)) }

  /// True if the work reported a partial value.
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
