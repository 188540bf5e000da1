import ReactiveLoading

/// The facts about a key without its values: interests, times, failures and the load in flight.
///
/// The type is not generic, so it compiles once for all caches. One event leads to one decision,
/// which the ``CacheStateMachine`` applies to the values and ``CacheStorage`` performs.
struct KeyFacts: Sendable, Equatable {
  typealias Ticket = UInt

  /// The kind of the settled state.
  enum Contents: Sendable, Equatable {
    case nothing
    case value(staleAt: Duration)
    case failure
  }

  var contents = Contents.nothing
  var terms = CacheTerms()
  /// The number of failed loads in a row.
  var failures = 0
  /// The time until which a new interest does not retry a failure.
  var restsUntil = Duration.distantPast
  private(set) var interests = InterestCounts()
  /// The row of the key in the table; `nil` if the key is not cached, so that its values are not.
  var row: Int?
  /// The id of the key's loader; `nil` without one.
  ///
  /// The changes of earlier loaders are dropped.
  var loader: UInt?
  private(set) var flight = LoadMarks()
  /// The ticket of the grace countdown; `nil` while the key has interests.
  private(set) var leaving: Ticket?

  /// A Boolean value that indicates whether the key has interests, or a load in its grace time.
  var isActive: Bool { leaving != nil || !interests.isEmpty }

  var priority: LoadPriority { interests.highest ?? .veryLow }

  /// Returns whether a new interest finds a fresh value, with nothing else to do.
  func isQuiet(at now: Duration) -> Bool {
    guard loader == nil, case .value(let staleAt) = contents, now < staleAt else { return false }
    return now < terms.expiry && !isShownLonger
  }

  /// Returns whether the time to live has passed, while the key has no interest.
  func isExpired(at now: Duration) -> Bool { now >= terms.expiry && !isActive }

  /// A Boolean value that indicates whether interests make the value visible for longer.
  var isShownLonger: Bool {
    guard case .value(let staleAt) = contents else { return false }
    return terms.expiry < staleAt
  }

  /// The time from which readers do not find the value.
  var end: Duration {
    guard case .value(let staleAt) = contents else { return .distantPast }
    return isActive ? staleAt : min(staleAt, terms.expiry)
  }
}

/// The last change that the loader of a key has reported.
struct LoadMarks: Sendable, Equatable {
  /// The number of the decision; threads report decisions in any order.
  var decision: UInt?
  /// The ticket of the load in flight.
  var load: UInt?
  /// The logical time at which the value was requested or written.
  var asOf: UInt?
  /// True if an invalidation made the result of the load in flight stale.
  var isOutdated = false
}

// MARK: Interests

extension KeyFacts {
  /// The result of a lookup for a new interest.
  enum Found: Sendable, Hashable {
    /// A fresh value.
    case hit
    /// A load in flight.
    case joined
    /// A failure during its backoff.
    case resting
    /// A stale value.
    case stale
    /// No value, or a load in flight whose result an invalidation made stale.
    case missing
  }

  /// The effect of a new interest.
  struct Taken: Sendable, Equatable {
    let found: Found
    /// The new priority of the load, if it has changed.
    let priority: LoadPriority?
    /// The ticket of the grace countdown that the interest cancels.
    let wasLeaving: Ticket?
  }

  /// The effect of a change on the interests.
  enum Change: Sendable, Equatable {
    case none
    /// The loads of the key have another priority.
    case moved(LoadPriority)
    /// The last interest has ended: the load is cancelled after the grace time of this ticket.
    case leaving(Ticket)
    /// The last interest has ended, and a load in flight is cancelled.
    case cancelled
    /// The last interest has ended, and no load is in flight.
    case ended

    /// A Boolean value that indicates whether the use of the key ends.
    var isEnd: Bool {
      switch self {
      case .none, .moved, .leaving: false
      case .cancelled, .ended: true
      }
    }
  }

  mutating func take(_ priority: LoadPriority, at now: Duration) -> Taken {
    let (before, ticket) = (self.priority, leaving)
    interests.add(priority)
    leaving = nil
    return Taken(
      found: found(at: now),
      priority: self.priority == before ? nil : self.priority,
      wasLeaving: ticket
    )
  }

  private func found(at now: Duration) -> Found {
    if flight.load != nil { return flight.isOutdated ? .missing : .joined }
    return switch contents {
    case .nothing: .missing
    case .value(let staleAt): now < staleAt ? .hit : .stale
    case .failure: now < restsUntil ? .resting : .missing
    }
  }

  mutating func change(from before: LoadPriority, to priority: LoadPriority) -> Change {
    let present = self.priority
    interests.remove(before)
    interests.add(priority)
    return self.priority == present ? .none : .moved(self.priority)
  }

  /// Ends an interest; `ticket` is that of a countdown, `nil` without a grace time.
  mutating func leave(_ priority: LoadPriority, _ ticket: Ticket?) -> Change {
    let before = self.priority
    interests.remove(priority)
    if !interests.isEmpty { return self.priority == before ? .none : .moved(self.priority) }
    guard flight.load != nil else { return .ended }
    leaving = ticket
    return ticket.map { .leaving($0) } ?? .cancelled
  }

  /// Ends the grace time of a ticket; `none` if another interest has followed.
  func expire(_ ticket: Ticket) -> Change { leaving == ticket ? .cancelled : .none }

  /// Forgets the loader, which the caller closes.
  mutating func forgetLoader() { (loader, flight, leaving) = (nil, LoadMarks(), nil) }
}

// MARK: Loads

extension KeyFacts {
  /// The effect of a change that a loader reports.
  enum Heard: Sendable, Equatable {
    /// A later change has been reported, which may be of the same value.
    case late(isOfSameValue: Bool)
    case next(isOtherLoad: Bool)
  }

  mutating func hear(_ marks: LoadMarks) -> Heard {
    if let last = flight.decision, last >= marks.decision ?? 0 {
      return .late(isOfSameValue: marks.asOf == flight.asOf)
    }
    defer { flight = marks }
    return .next(isOtherLoad: marks.load != nil && marks.load != flight.load)
  }

  /// A Boolean value that indicates whether the key needs its loader no more.
  var isAbandoned: Bool { interests.isEmpty && flight.load == nil }

  /// Counts the failure of a load; returns the number of failures in a row, if the load has failed.
  ///
  /// No interest retries the failure until its backoff is set.
  mutating func noteFailure(_ isNew: Bool) -> Int? {
    switch contents {
    case .nothing: return nil
    case .value:
      (failures, restsUntil) = (0, .distantPast)
      return nil
    case .failure:
      guard isNew else { return nil }
      (failures, restsUntil) = (failures + 1, .distantFuture)
      return failures
    }
  }
}
