/// The values that wait for the main actor, and whether somebody is on the way to deliver them.
struct MainActorQueue<Value> {
  private enum Phase {
    /// Nothing waits.
    case idle
    /// Somebody delivers, or will.
    case busy
    /// As busy, but nothing is appended any more.
    case finishing
    case closed
  }

  private var phase = Phase.idle
  private var waiting = FIFO<Value>()

  /// Returns whether the caller has to see to the delivery.
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

  /// The next value to deliver; `nil` when whoever delivers is done.
  mutating func next() -> Value? {
    switch phase {
    case .idle, .closed: return nil
    case .busy:
      let value = waiting.popFirst()
      if value == nil { phase = .idle }
      return value
    case .finishing:
      let value = waiting.popFirst()
      if value == nil { phase = .closed }
      return value
    }
  }

  /// Ends the delivery if nothing waits; returns whether it has to go on.
  mutating func mustGoOn() -> Bool {
    if waiting.isEmpty {
      switch phase {
      case .busy: phase = .idle
      case .finishing: phase = .closed
      case .idle, .closed: break
      }
    }
    return !waiting.isEmpty
  }

  /// Ends the queue when what waits has been delivered.
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

  /// Returns the values that nobody gets any more, to be released by the caller.
  mutating func close() -> FIFO<Value> {
    phase = .closed
    defer { waiting = FIFO() }
    return waiting
  }
}
