import Atomics

// The tickets of embedded machines are unique in the process. Otherwise copies of a machine would
// give the same tickets to different loads.
extension TicketCounter {
  /// The number of tickets that a machine may use in one decision.
  ///
  /// A decision takes one ticket for each load, attempt or delay that it starts or halts. A load
  /// has one of these at a time, and a list one at each of its two ends: far less than a block.
  static let block: UInt = 64

  private static let lastBlock = ManagedAtomic<UInt>(0)

  /// Returns the first ticket of a new block, which is never zero, for the next decision.
  package static func newBlock() -> UInt {
    lastBlock.wrappingIncrementThenLoad(by: block, ordering: .relaxed)
  }

  /// Checks that a decision has used no ticket of the next block.
  package static func check(_ last: UInt, of block: UInt) {
    assert(
      last < block + Self.block,
      "A decision used \(last - block) tickets, but a block has \(Self.block)."
    )
  }
}

/// The work that an embedded machine requests: a load, or a page.
package struct EmbeddedRun<Request: Hashable & Sendable>: Sendable {
  private let box: Box<Request>
  package let attempt: EmbeddedAttempt

  package init(
    _ request: Box<Request>,
    load: UInt,
    requestNumber: UInt,
    _ cycle: AttemptCycle,
    _ cause: LoadCause
  ) {
    box = request
    attempt = EmbeddedAttempt(
      load: load,
      requestNumber: requestNumber,
      cycle: cycle,
      cause: cause
    )
  }

  package var anyRequest: AnyBox { box }
  package var request: Request { box.value }
  /// The number of the load for its handles; one load can include several pages.
  package var load: UInt { attempt.load }
  /// The number of the last request for the load.
  package var requestNumber: UInt { attempt.requestNumber }
  package var ticket: UInt { attempt.ticket }
}

/// The attempt that a run is in, without its request.
package struct EmbeddedAttempt: Hashable, Sendable {
  let load: UInt
  /// The number of the last request for the load.
  ///
  /// It is unique among all loads, and later numbers are larger.
  package let requestNumber: UInt
  let cycle: AttemptCycle
  let cause: LoadCause

  var ticket: UInt { cycle.ticket }

  /// Returns whether this is the same run, in any attempt.
  func isSameRun(as other: Self) -> Bool { cycle.first == other.cycle.first }
}

// MARK: Calls and events

extension LoadCall {
  /// Creates a call of a load function that throws any error, which becomes a ``LoadError``.
  ///
  /// The function has its request already; `request` is for observers.
  package init<Value: Sendable>(
    for request: AnyBox? = nil,
    _ load: @escaping @Sendable (LoadReporter<Value>) async throws -> Value
  ) {
    // NB: One closure; a `LoadWork` would wrap it twice.
    self.init(request: request ?? Self.none) { _, ticket, running in
      do {
        return .value(Box(try await load(LoadReporter(of: ticket, running))))
      } catch {
        return .failure(LoadError(error))
      }
    }
  }

  private static let none = Box(NoRequest())
}

extension WorkEvent {
  /// True if the event ends the load.
  package var isEnd: Bool { core.endsLoad }

  /// True if the event ends the current attempt or delay.
  package var endsAttempt: Bool { core.endsAttempt }

  /// The loaded or partial value, if any; `Value` must be the value type of the load.
  package func value<Value: Sendable>() -> Value? { payload.value?.assumed(of: Value.self).value }

  /// The error of the attempt or the load, if any.
  package var error: LoadError? { payload.failure?.assumed(of: LoadError.self).value }

  package var progress: LoadProgress? {
    if case .attempt(_, _, let progress) = core { progress } else { nil }
  }

  /// Creates an event that belongs to no load: no attempt has the ticket zero.
  package static func ofNoLoad(
    _ event: AttemptCycle.Event,
    progress: LoadProgress? = nil,
    value: AnyBox? = nil,
    failure: (any Error)? = nil
  ) -> Self {
    let failure = failure.map { Box(LoadError($0)) }
    return Self(
      .attempt(event, of: 0, progress: progress),
      LoadSlots.Payload(value: value, failure: failure)
    )
  }
}

extension LoadCore.Event {
  /// True if the event of a performer ends the load.
  var endsLoad: Bool {
    switch self {
    case .attempt(.reported, _, _), .attempt(.delayElapsed, _, _),
      .attempt(.failed(mayRetry: true), _, _):
      false
    case .attempt, .cancelLoad, .started, .close, .intent: true
    }
  }

  /// True if the event ends the current attempt or delay.
  var endsAttempt: Bool {
    if case .attempt(.reported, _, _) = self { false } else { true }
  }

  /// Returns whether the event belongs to an attempt or its load; late events do not.
  func concerns(_ attempt: EmbeddedAttempt) -> Bool {
    switch self {
    case .attempt(.timedOut, _, _): true
    case .attempt(_, let ticket, _): ticket == attempt.ticket
    case .cancelLoad, .started, .close, .intent: true
    }
  }
}
