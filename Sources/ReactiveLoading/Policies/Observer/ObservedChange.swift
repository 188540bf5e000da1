/// A change of a load for its observers, before the event has a name and a duration.
package struct ObservedChange: Sendable {
  package let kind: LoadObserver.Event.Kind
  /// The number of the load; `nil` if the change belongs to none.
  package var load: UInt?
  package var request: (any Sendable)?
  package var attempt = 0
  package var cause: LoadCause?

  package init(
    _ kind: LoadObserver.Event.Kind,
    of load: UInt? = nil,
    request: (any Sendable)? = nil,
    attempt: Int = 0,
    cause: LoadCause? = nil
  ) {
    self.kind = kind
    self.load = load
    self.request = request
    self.attempt = attempt
    self.cause = cause
  }
}

extension LoadObserver.Event.Kind {
  /// True if the load ends with this event.
  var isEnd: Bool {
    switch self {
    // A page that waits for a refresh can be skipped.
    case .replaced, .succeeded, .failed, .cancelled, .skipped: true
    case .started, .joined, .attemptFailed, .retried, .progressed, .partialValue, .set, .reset,
      .invalidated, .hit, .removed, .edited, .rolledBack:
      false
    }
  }

  /// True if a load starts with this event.
  var isStart: Bool {
    if case .started = self { true } else { false }
  }
}

extension AnyBox? {
  /// The error in the box; a cancellation error without one.
  package var anyError: any Error { self?.erased as? any Error ?? CancellationError() }

  /// The value of the box; the empty tuple without one.
  package var erased: any Sendable {
    if let box = self { box.erased } else { () }
  }
}
