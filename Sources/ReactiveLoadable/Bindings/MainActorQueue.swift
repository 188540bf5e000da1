import ReactiveRelays

/// The values that wait for the main actor, and the state of their delivery.
struct MainActorQueue<Value> {
  private enum Phase {
    /// No value waits.
    case idle
    /// A delivery is running or scheduled.
    case busy
    /// A delivery is running or scheduled, and no value can be appended.
    case finishing
    case closed
  }

  private var phase = Phase.idle
  private var waiting = FIFO<Value>()

  /// Appends a value; returns whether the caller must start the delivery.
  mutating func append(_ value: Value) -> Bool {
    switch phase {
    case .idle:
      waiting.append(value)
      phase = .busy
      return true
    case .busy:
      waiting.append(value)
      return false
    case .finishing, .closed: return false
    }
  }

  /// Removes the next value to deliver; returns `nil` at the end of the delivery.
  mutating func next() -> Value? {
    guard !waiting.isEmpty else {
      settle()
      return nil
    }
    return waiting.popFirst()
  }

  /// Ends the delivery if no value waits; returns whether it must continue.
  mutating func mustContinue() -> Bool {
    if waiting.isEmpty { settle() }
    return !waiting.isEmpty
  }

  /// Ends a delivery that has no value left.
  private mutating func settle() {
    switch phase {
    case .busy: phase = .idle
    case .finishing: phase = .closed
    case .idle, .closed: break
    }
  }

  /// Closes the queue after the delivery of the waiting values.
  mutating func finish() {
    switch phase {
    case .idle: phase = .closed
    case .busy: phase = .finishing
    case .finishing, .closed: break
    }
  }

  var isClosed: Bool {
    if case .closed = phase { true } else { false }
  }

  /// Closes the queue; returns the undelivered values, which the caller releases.
  mutating func close() -> FIFO<Value> {
    phase = .closed
    defer { waiting = FIFO() }
    return waiting
  }
}
