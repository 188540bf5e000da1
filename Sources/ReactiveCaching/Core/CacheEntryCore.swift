import ReactiveLoading

/// The core of a cache entry, without its values: interests, times, failures and the load in
/// flight.
///
/// The type is not generic, so it compiles once for all caches. One event leads to one decision,
/// which the ``CacheStateMachine`` applies to the values and ``CacheStorage`` performs.
struct CacheEntryCore: Sendable, Equatable {
  typealias Ticket = UInt

  /// The kind of the settled state.
  enum Contents: Sendable, Equatable {
    case empty
    case value(staleAt: Duration)
    case failure
  }

  var contents = Contents.empty
  var metadata = CacheEntryMetadata()
  /// The number of failed loads in a row.
  var failures = 0
  /// The time until which a new interest does not retry a failure.
  var backoffEnd = Duration.distantPast
  private(set) var interests = InterestCounts()
  /// True while the cache has an interest, to reload a value behind calls that allow stale values.
  var isReloadOfCache = false
  /// The row of the key in the table; `nil` if the key is not cached, so that its values are not.
  var row: Int?
  /// The number of the removal of the key, if it was removed while it was in use.
  var removal: UInt?
  /// The id of the key's loader; `nil` without one.
  ///
  /// The changes of earlier loaders are dropped.
  var loader: UInt?
  /// The last change that the key's loader has reported, and the number of its decision.
  ///
  /// Threads report decisions in any order.
  private(set) var lastRevision: LoadRevision?
  private(set) var lastDecision: UInt?
  /// The ticket of the grace countdown; `nil` while the key has interests.
  private(set) var graceTicket: Ticket?

  /// True if the key has interests, or a load in its grace time.
  var isActive: Bool { graceTicket != nil || !interests.isEmpty }

  /// True if the key has interests other than those of edits, or a load in its grace time.
  var isNeeded: Bool { graceTicket != nil || interests.areNeeded }

  /// True if a load of the key is in flight.
  var isLoading: Bool { lastRevision?.load != nil }

  /// True if the load in flight was invalidated, so that a new interest restarts it.
  var isOutdated: Bool { lastRevision?.isOutdated ?? false }

  var priority: LoadPriority { interests.highest ?? .veryLow }

  /// Returns whether the time to live has passed, while the key has no interest.
  func isExpired(at now: Duration) -> Bool { now >= metadata.expiry && !isActive }

  /// True if interests make the value visible for longer.
  var outlivesExpiry: Bool {
    guard case .value(let staleAt) = contents else { return false }
    return metadata.expiry < staleAt
  }

  /// The time from which readers do not find the value.
  var end: Duration {
    guard case .value(let staleAt) = contents else { return .distantPast }
    return isActive ? staleAt : min(staleAt, metadata.expiry)
  }
}

/// The cost and the expiry times of a cached value.
struct CacheEntryMetadata: Sendable, Equatable {
  var admission = CacheAdmission.cost(0)
  /// The time at which the value becomes stale by its own lifetime.
  var staleAt = Duration.distantFuture
  var expiry = Duration.distantFuture
  /// The time to live of the cache when this metadata were calculated.
  var timeToLive: Duration?
  /// False for a partial value under a failure, which is not saved.
  var isConfirmed = true
  /// True for a value with edits of writes in flight, which is not saved.
  var isEdited = false

  /// Returns the metadata of a value that is stale and expired at a time at the latest.
  func ending(by time: Duration) -> Self {
    var metadata = self
    metadata.staleAt = min(staleAt, time)
    metadata.expiry = min(expiry, time)
    return metadata
  }
}

// MARK: Interests

extension CacheEntryCore {
  enum LookupResult: Sendable, Hashable {
    /// A fresh value.
    case hit
    /// A load in flight.
    case joined
    /// A failure during its backoff.
    case backoff
    /// A stale value.
    case stale
    /// No value, or a load in flight whose result an invalidation made stale.
    case miss
  }

  struct InterestEffect: Sendable, Equatable {
    let lookup: LookupResult
    /// The new priority of the load, if it has changed.
    let priority: LoadPriority?
    /// The ticket of the grace countdown that the interest cancels.
    let cancelledGrace: Ticket?
  }

  /// The effect of a change on the interests.
  enum Change: Sendable, Equatable {
    case none
    /// The loads of the key have another priority.
    case priorityChanged(LoadPriority)
    /// The last interest has ended: the load is cancelled after the grace time of this ticket.
    case graceStarted(Ticket)
    /// The last interest has ended, and a load in flight is cancelled.
    case cancelled
    /// The last interest has ended, and no load is in flight.
    case ended

    /// True if the key has other interests.
    var leavesOthers: Bool {
      switch self {
      case .none, .priorityChanged: true
      case .graceStarted, .cancelled, .ended: false
      }
    }

    var isEnd: Bool {
      switch self {
      case .none, .priorityChanged, .graceStarted: false
      case .cancelled, .ended: true
      }
    }
  }

  mutating func addInterest(_ priority: LoadPriority, at now: Duration) -> InterestEffect {
    let (before, ticket) = (self.priority, graceTicket)
    interests.add(priority)
    graceTicket = nil
    return InterestEffect(
      lookup: lookup(at: now),
      priority: self.priority == before ? nil : self.priority,
      cancelledGrace: ticket
    )
  }

  /// Adds an interest of lowest priority that needs no value; returns the grace ticket it cancels.
  mutating func addHold() -> Ticket? {
    interests.holds += 1
    return addInterest(.veryLow, at: .zero).cancelledGrace
  }

  /// Makes one of the holds an interest, which the caller removes.
  mutating func releaseHold() { interests.holds -= 1 }

  private func lookup(at now: Duration) -> LookupResult {
    if let lastRevision, lastRevision.load != nil {
      return lastRevision.isOutdated ? .miss : .joined
    }
    return switch contents {
    case .empty: .miss
    case .value(let staleAt): now < staleAt ? .hit : .stale
    case .failure: now < backoffEnd ? .backoff : .miss
    }
  }

  mutating func change(from before: LoadPriority, to priority: LoadPriority) -> Change {
    let current = self.priority
    interests.remove(before)
    interests.add(priority)
    return self.priority == current ? .none : .priorityChanged(self.priority)
  }

  /// Ends an interest; `ticket` is that of a countdown, `nil` without a grace time.
  mutating func removeInterest(_ priority: LoadPriority, _ ticket: Ticket?) -> Change {
    let before = self.priority
    interests.remove(priority)
    if !interests.isEmpty {
      return self.priority == before ? .none : .priorityChanged(self.priority)
    }
    guard isLoading else { return .ended }
    graceTicket = ticket
    return ticket.map { .graceStarted($0) } ?? .cancelled
  }

  /// Ends the grace time of a ticket; `none` if another interest has followed.
  func expire(_ ticket: Ticket) -> Change { graceTicket == ticket ? .cancelled : .none }

  /// Removes the loader, which the caller closes.
  mutating func removeLoader() {
    (loader, lastRevision, lastDecision, graceTicket) = (nil, nil, nil, nil)
  }
}

// MARK: Loads

extension CacheEntryCore {
  /// The effect of a change that a loader reports.
  enum ChangeOrder: Sendable, Equatable {
    /// A later change has been reported, which may be of the same value.
    case late(isOfSameValue: Bool)
    case next(isOtherLoad: Bool)
  }

  mutating func receive(_ revision: LoadRevision, of decision: UInt) -> ChangeOrder {
    if let lastDecision, lastDecision >= decision {
      return .late(isOfSameValue: revision.asOf == lastRevision?.asOf)
    }
    defer { (lastRevision, lastDecision) = (revision, decision) }
    return .next(isOtherLoad: revision.load != nil && revision.load != lastRevision?.load)
  }

  /// True if the key no longer needs its loader.
  var isAbandoned: Bool { interests.isEmpty && !isLoading }

  /// Counts the failure of a load; returns the number of failures in a row, if the load has failed.
  ///
  /// No interest retries the failure until its backoff is set.
  mutating func recordFailure(_ isNew: Bool) -> Int? {
    switch contents {
    case .empty: return nil
    case .value:
      (failures, backoffEnd) = (0, .distantPast)
      return nil
    case .failure:
      guard isNew else { return nil }
      (failures, backoffEnd) = (failures + 1, .distantFuture)
      return failures
    }
  }
}

struct InterestCounts: Sendable, Equatable {
  /// The numbers of all priorities but the highest.
  private var lower = SIMD4<UInt32>()
  private var veryHigh: UInt32 = 0
  /// The number of those that only hold the loader for an edit, and need no value.
  fileprivate(set) var holds: UInt32 = 0

  /// True if one of the interests needs the value.
  var areNeeded: Bool { lower.wrappedSum() &+ veryHigh > holds }

  var isEmpty: Bool { veryHigh == 0 && lower == SIMD4() }

  var highest: LoadPriority? {
    if veryHigh > 0 { return .veryHigh }
    if isEmpty { return nil }
    if lower[3] > 0 { return .high }
    if lower[2] > 0 { return .normal }
    return lower[1] > 0 ? .low : .veryLow
  }

  mutating func add(_ priority: LoadPriority) { change(priority, by: 1) }

  mutating func remove(_ priority: LoadPriority) { change(priority, by: .max) }

  private mutating func change(_ priority: LoadPriority, by difference: UInt32) {
    if priority == .veryHigh {
      veryHigh &+= difference
    } else {
      lower[priority.rawValue] &+= difference
    }
  }
}
