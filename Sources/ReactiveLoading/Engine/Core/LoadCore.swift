/// The decisions of a load without its request and its values: tickets, phases, times.
///
/// It takes one event and returns one decision. A shell keeps the requests, values and failures in
/// slots (``LoadSlots``). It compares requests and passes the results as ``Comparisons``. The slot
/// change of a decision is applied to the slots, so that core and slots always agree:
///
/// ```
/// event, comparisons ──▶ LoadCore ──▶ action (effect on the caller and the published state)
///                                 ├──▶ slot change
///                                 └──▶ cycle (the running work)
/// ```
///
/// A decision does not say what to start or to end: ``cycle`` describes the running work, and the
/// shell makes the work agree with it after every decision.
///
/// The core is not generic: it is compiled once, and explored once for all types of values. See
/// <doc:LoaderContract#L1-Stale-results>.
package struct LoadCore: Equatable, Sendable {
  package typealias Ticket = UInt

  /// A settled state, without its value and its error.
  package enum Settled: Hashable, Sendable {
    case notRequested
    /// Loaded or set at a ticket; stale from a point in time on, `nil` for never.
    case loaded(asOf: Ticket, staleAt: Duration?)
    /// Failed; the ticket is that of the value that stays visible, `nil` for none.
    case failed(LoadCause, over: Ticket?)
  }

  /// The slot of the value that is visible during a load.
  enum VisibleSlot: Hashable, Sendable {
    case none
    /// The settled value.
    case settled
    /// A partial value, of an attempt that started at this ticket.
    case partial(asOf: Ticket)
  }

  /// A running load.
  struct Run: Hashable, Sendable {
    var cycle: AttemptCycle
    let cause: LoadCause
    var shown: VisibleSlot
    /// The ticket at the start of the current attempt; its result includes edits saved before.
    var startTicket: Ticket
    var progress: LoadProgress?
    /// True if the current attempt was invalidated in flight.
    var isOutdated = false
  }

  enum Phase: Hashable, Sendable {
    case settled
    /// A load runs; a cancel returns to the settled state.
    case loading(Run)
    case closed
  }

  var policy: LoadPolicy.Resolved
  var phase = Phase.settled
  package var settled: Settled
  var tickets = TicketCounter()

  init(_ policy: LoadPolicy.Resolved, from settled: Settled = .notRequested) {
    self.policy = policy
    self.settled = settled
  }

  /// Handles an event; `now` counts from any origin and matters only to a timed freshness.
  mutating func handle(
    _ event: Event,
    _ comparisons: Comparisons,
    at now: Duration = .zero
  ) -> Decision {
    switch phase {
    case .settled: whileSettled(event, comparisons, now)
    case .loading(let run): whileLoading(run, event, comparisons, now)
    case .closed: .none
    }
  }
}

// MARK: What is visible

extension LoadCore {
  /// The running load.
  var run: Run? {
    if case .loading(let run) = phase { run } else { nil }
  }

  /// The attempts of the running load, with the current attempt or delay.
  var cycle: AttemptCycle? { run?.cycle }

  /// The slot of the visible value.
  var shown: VisibleSlot {
    switch phase {
    case .settled, .closed: settled.asOf == nil ? .none : .settled
    case .loading(let run): run.shown
    }
  }

  /// The ticket at which the visible value was requested or set; `nil` without a value.
  var shownAsOf: Ticket? {
    switch shown {
    case .none: nil
    case .settled: settled.asOf
    case .partial(let ticket): ticket
    }
  }
}

extension LoadCore.Settled {
  /// The ticket of the settled value; `nil` without a value.
  var asOf: LoadCore.Ticket? {
    switch self {
    case .notRequested: nil
    case .loaded(let ticket, _): ticket
    case .failed(_, let ticket): ticket
    }
  }

  /// The same state with a stale value.
  var stale: Self {
    switch self {
    case .loaded(let ticket, _): .loaded(asOf: ticket, staleAt: .distantPast)
    case .notRequested, .failed: self
    }
  }
}

extension LoadCore: CustomStringConvertible {
  /// The phase as text, as in `loading load 3 over notRequested`.
  package var description: String {
    switch phase {
    case .settled: "\(settled)"
    case .closed: "closed over \(settled)"
    case .loading(let run):
      """
      \(run.cycle.isWaiting ? "waiting" : "loading") \(run.cause) \(run.cycle.ticket) \
      showing \(run.shown) over \(settled)\(run.isOutdated ? ", outdated" : "")
      """
    }
  }
}
