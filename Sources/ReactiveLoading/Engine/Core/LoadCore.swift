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
  enum VisibleSlot: Equatable, Sendable {
    case none
    /// The settled value.
    case settled
    /// A partial value, of an attempt that started at this ticket.
    case partial(asOf: Ticket)
  }

  /// A running load.
  struct Run: Equatable, Sendable {
    var cycle: AttemptCycle
    let cause: LoadCause
    var shown: VisibleSlot
    /// The ticket at the start of the current attempt; its result includes edits saved before.
    var startTicket: Ticket
    var progress: LoadProgress?
    /// True if the current attempt was invalidated in flight.
    var isOutdated = false
    /// True if `loadIfNeeded` started it, so that a fresh value of a record is its result.
    var isNeeded = false
  }

  enum Phase: Equatable, Sendable {
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

// MARK: Events and decisions

extension LoadCore {
  package enum Event: Hashable, Sendable {
    case intent(LoadIntentKind)
    /// An event of the running load; a report has a progress, or else a partial value.
    case attempt(AttemptCycle.Event, of: Ticket, progress: LoadProgress? = nil)
    /// A handle cancels its load.
    case cancelLoad(Ticket)
    /// An attempt starts after its wait in a queue, or after a read without a record; its result is
    /// newer than all earlier changes.
    case started(Ticket)
    /// A value that was loaded or set some time ago is set.
    case set(age: Duration)
    /// The first attempt has read a value of its request, which was loaded or set some time ago;
    /// its result is newer than all earlier changes.
    case restored(of: Ticket, age: Duration, isStale: Bool)
    /// The owner is deallocated.
    case close
  }

  /// The results of comparisons, made by the shell before the decision.
  ///
  /// The compared request is that of the intent; without one, the request that a refresh or a retry
  /// runs again.
  struct Comparisons: Equatable, Sendable {
    /// True if there is a compared request.
    var hasRequest = false
    /// True if the running load has the compared request.
    var runningMatches = false
    /// True if the settled value belongs to the compared request.
    var settledMatches = false
    /// True if the partial value belongs to the compared request.
    var partialMatches = false
    /// True if a reported value equals the visible one.
    var equalsVisible = false

    init(hasRequest: Bool = false) { self.hasRequest = hasRequest }
  }

  struct Decision: Equatable, Sendable {
    let action: Action
    let slotChange: SlotChange

    init(_ action: Action, _ slotChange: SlotChange = .none) {
      self.action = action
      self.slotChange = slotChange
    }

    /// Nothing has changed.
    static var none: Self { Self(.none) }
  }

  /// The effect of an event on the caller and on the published state.
  ///
  /// What starts, continues or ends follows from the ``run`` before and after; see ``WorkChange``.
  enum Action: Equatable, Sendable {
    /// Nothing has changed.
    case none
    /// Nothing has changed, and no load starts, for a reason.
    case skip(SkipReason)
    /// Nothing has changed: the intent joins the running load.
    case join
    /// Something has changed, but not the published state.
    case silent
    /// The published state has changed.
    case publish
    /// The published state has changed: the running load has ended.
    case end(AnyLoadOutcome.Kind)
  }

  /// The change of the slots.
  enum SlotChange: Equatable, Sendable {
    /// None; an invalidation makes the record of a value stale, too.
    case none, invalidate
    /// A load of the compared request starts; only the shown partial value stays.
    case start(VisibleSlot)
    /// The value that was set or restored becomes the settled value.
    case set
    /// The value that was set for another request than the running one becomes the settled value.
    case setAside
    /// The reported value becomes the partial value.
    case show
    /// The result becomes the settled value.
    case succeed
    /// The failure becomes the settled state, over the shown value.
    case fail(over: VisibleSlot)
    /// The settled state is visible again.
    case restore
    /// All values and requests are removed.
    case reset
  }
}

extension LoadCore.Action {
  /// True if the published state has changed.
  var publishes: Bool {
    switch self {
    case .none, .skip, .join, .silent: false
    case .publish, .end: true
    }
  }

  /// True if anything has changed.
  var isChange: Bool {
    switch self {
    case .none, .skip, .join: false
    case .silent, .publish, .end: true
    }
  }

  /// True if the event had no effect.
  var isNothing: Bool {
    switch self {
    case .none, .skip: true
    case .join, .silent, .publish, .end: false
    }
  }
}

extension LoadCore.SlotChange {
  /// True if a load of the compared request starts.
  var starts: Bool {
    if case .start = self { true } else { false }
  }
}

extension LoadCore {
  /// Returns whether an event is a partial value of the current attempt.
  func showsValue(of event: Event) -> Bool {
    guard case .attempt(.reported, let ticket, progress: nil) = event else { return false }
    return run?.cycle.isAttempting(ticket) ?? false
  }
}

extension LoadCore.Event {
  /// True if the event is a partial value of a load.
  var isPartialValue: Bool {
    if case .attempt(.reported, _, progress: nil) = self { true } else { false }
  }
}

// MARK: What is visible

extension LoadCore {
  /// The running load.
  var run: Run? {
    if case .loading(let run) = phase { run } else { nil }
  }

  /// The cause of the running load; a plain load without one.
  @inline(__always)
  var cause: LoadCause {
    if case .loading(let run) = phase { run.cause } else { .load }
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

  var hasFailed: Bool {
    if case .failed = self { true } else { false }
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
