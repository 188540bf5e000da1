import ReactiveRelays

/// The calls that wait for the main actor, and the state of their delivery.
struct MainActorQueue<Call> {
  private enum Phase {
    /// No call runs or waits.
    case idle
    /// A delivery is running or scheduled.
    case busy
    case closed
  }

  private var phase = Phase.idle
  private var waiting = FIFO<Call>()

  /// Starts a delivery with a call of the caller; returns false if another call precedes it.
  mutating func begin() -> Bool {
    guard case .idle = phase else { return false }
    phase = .busy
    return true
  }

  /// Appends a call; returns whether the caller must start the delivery.
  mutating func append(_ call: Call) -> Bool {
    if case .closed = phase { return false }
    waiting.append(call)
    return begin()
  }

  /// Removes the next call; returns `nil` at the end of the delivery.
  mutating func next() -> Call? {
    guard let next = waiting.popFirst() else {
      settle()
      return nil
    }
    return next
  }

  /// Ends the delivery if no call waits; returns whether it must continue.
  mutating func mustContinue() -> Bool {
    if waiting.isEmpty { settle() }
    return !waiting.isEmpty
  }

  private mutating func settle() {
    if case .busy = phase { phase = .idle }
  }

  /// Closes the queue; returns the waiting calls, which the caller releases.
  mutating func close() -> FIFO<Call> {
    phase = .closed
    defer { waiting = FIFO() }
    return waiting
  }
}
