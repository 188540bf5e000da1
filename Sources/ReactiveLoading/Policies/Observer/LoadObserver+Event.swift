extension LoadObserver {
  /// An event of a loader, list, cache, mutation or store.
  public struct Event: Sendable {
    /// The kind of the event, with its value or error.
    public let kind: Kind
    /// The name of the policy; the types of the loader if the policy has no name.
    public let name: String
    /// The identity of the load; `nil` if the event belongs to none.
    public let load: LoadID?
    // NB: A box, because a copy of an optional existential looks up its type.
    let requestBox: AnyBox?
    /// The object that the event belongs to.
    let object: LoadObject
    /// The number of retries of the load: 0 in the first attempt.
    public let attempt: Int
    /// The cause of the load; `nil` if the event belongs to none.
    public let cause: LoadCause?
    /// A Boolean value that indicates whether the event belongs to a ``Mutation``.
    public let isWrite: Bool
    /// The time since the start of the load on the clock of its policy, with all attempts.
    ///
    /// It includes the failed attempts, the delays before retries, and the wait for a turn in a
    /// queue or behind earlier writes.
    ///
    /// It is `nil` if the event belongs to no load, or if the load was not observed at its start.
    public let duration: Duration?

    /// The request of the load, the key of a cache, or the input of a write; `nil` without one.
    public var request: (any Sendable)? { requestBox?.erased }
  }

  /// The identity of a load in its events, unique in the process.
  public struct LoadID: Hashable, Sendable {
    /// The number of the loader, list, cache, mutation or store, counted from 1.
    public let loader: UInt
    /// The number of the load there; later loads have larger numbers.
    public let number: UInt
  }
}

extension LoadObserver.Event {
  /// The kind of an event, with its value or error.
  ///
  /// The table of <doc:ObservingLoads#Events> describes each of them.
  public enum Kind: Sendable {
    /// A load or a write starts.
    case started
    /// A call joined the running load.
    case joined
    /// Another load replaced the load.
    case replaced
    /// An attempt failed, and the load waits for the delay before its retry.
    case attemptFailed(any Error)
    /// The next attempt of the load starts.
    case retried
    /// The load reported progress.
    case progressed(LoadProgress)
    /// The load reported a partial value.
    case partialValue(any Sendable)
    /// The load returned a value.
    case succeeded(any Sendable)
    /// The load failed.
    case failed(any Error)
    /// The load was cancelled.
    case cancelled
    /// A call started and joined no load.
    case skipped(SkipReason)
    /// A value was set.
    case set(any Sendable)
    /// All values were removed.
    case reset
    /// The value, or the result of the load in flight, was marked as stale.
    case invalidated
    /// A cached value was used.
    case hit
    /// A cached value was removed: by a limit, by a lifetime, or because it is too large.
    case removed(RemovalReason)
    /// An optimistic update became visible, or its `confirm` replaced it.
    case edited
    /// An optimistic update was rolled back.
    case rolledBack
    /// A saved value was read from its record, and is shown or is the result of the load.
    case restored(any Sendable)
    /// The value was saved in its record.
    case saved
    /// A record could not be read, used, written or removed.
    case recordFailed(any Error)
  }

  /// The reason why a cache removed a value, or did not store it.
  public enum RemovalReason: Hashable, Sendable, CaseIterable {
    /// The value made room for others.
    case evicted
    /// The time to live of the value has ended.
    case expired
    /// The cost of the value is above the limit of a single value.
    case refused
  }
}

extension LoadObserver.Event.Kind {
  /// True if the load ends with this event.
  var isEnd: Bool {
    switch self {
    // A page that waits for a refresh can be skipped.
    case .replaced, .succeeded, .failed, .cancelled, .skipped: true
    case .started, .joined, .attemptFailed, .retried, .progressed, .partialValue, .set, .reset,
      .invalidated, .hit, .removed, .edited, .rolledBack, .restored, .saved, .recordFailed:
      false
    }
  }

  /// True if a load starts with this event.
  var isStart: Bool {
    if case .started = self { true } else { false }
  }
}

/// A loader, list, cache, mutation or store as the owner of events.
struct LoadObject: Hashable, Sendable {
  /// The number of the object; of a key of a cache, that of the cache.
  let number: UInt
  /// True if the object has a failure for each request: a cache, a mutation, the loads of a store.
  let isKeyed: Bool
}
