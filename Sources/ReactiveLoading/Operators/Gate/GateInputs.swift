import ReactiveRelays

/// The events of a gate and of its elements, in the order in which they arrive.
///
/// Each sequence has a task, which reads the next element only when the consumer waits. So the
/// elements of a busy consumer stay in the buffer of their sequence, with the bound of that buffer.
///
/// NB: this is not `merge` of AsyncAlgorithms 1.1.4, which suspends its consumer while it holds its
/// lock: a cancellation on another thread, such as the release of a loader, could wait forever
/// (pull request 444 of that package).
final class GateInputs<Event: Sendable>: Sendable {
  private let channel = GateChannel<Event>()
  private let tasks: [Task<Void, Never>]

  /// Starts the tasks of the gate and of the elements, in this order.
  init(_ inputs: [@Sendable (GateChannel<Event>) async -> Void]) {
    tasks = inputs.map { [channel] input in Task { await input(channel) } }
  }

  deinit { end() }

  /// Waits for the next event; returns `nil` if the waiting task is cancelled.
  func next(isolation actor: isolated (any Actor)?) async -> Event? {
    await withTaskCancellationHandler(
      operation: { await channel.next(isolation: actor) },
      onCancel: { end() },
      isolation: actor
    )
  }

  private func end() {
    channel.end()
    for task in tasks { task.cancel() }
  }
}

/// A channel of several senders and one consumer, which requests the events.
///
/// Continuations are resumed outside the lock.
final class GateChannel<Event: Sendable>: Sendable {
  private typealias Consumer = UnsafeContinuation<Event?, Never>
  private typealias Sender = UnsafeContinuation<Bool, Never>

  private struct State {
    /// The events that arrived while the consumer was busy, at most one of each sender.
    var events: [Event] = []
    var consumer: Consumer?
    var senders: [Sender] = []
    var hasEnded = false
  }

  private let state = Lock(State())

  /// Sends the elements of a sequence as events, one for each demand, then an event for its end.
  func send<Base: AsyncSequence>(
    _ base: Base,
    end: Event,
    as event: (Base.Element) -> Event
  ) async where Base.Failure == Never {
    var elements = base.makeAsyncIterator()
    while await isDemanded() {
      guard let element = await elements.next(isolation: nil) else { return append(end) }
      append(event(element))
    }
  }

  /// Waits until the consumer waits; returns false after the end.
  private func isDemanded() async -> Bool {
    await withUnsafeContinuation { sender in
      let answer: Bool? = state.withLock { state in
        if state.hasEnded || state.consumer != nil { return !state.hasEnded }
        state.senders.append(sender)
        return nil
      }
      if let answer { sender.resume(returning: answer) }
    }
  }

  private func append(_ event: Event) {
    let consumer = state.withLock { state -> Consumer? in
      if state.consumer == nil, !state.hasEnded { state.events.append(event) }
      return state.consumer.take()
    }
    consumer?.resume(returning: event)
  }

  func next(isolation actor: isolated (any Actor)?) async -> Event? {
    await withUnsafeContinuation(isolation: actor) { consumer in
      let (waits, event, senders) = state.withLock { state -> (Bool, Event?, [Sender]) in
        if state.hasEnded { return (false, nil, []) }
        if !state.events.isEmpty { return (false, state.events.removeFirst(), []) }
        state.consumer = consumer
        defer { state.senders = [] }
        return (true, nil, state.senders)
      }
      if !waits { consumer.resume(returning: event) }
      for sender in senders { sender.resume(returning: true) }
    }
  }

  func end() {
    var ended = State()
    ended.hasEnded = true
    state.withLock { swap(&$0, &ended) }
    ended.consumer?.resume(returning: nil)
    for sender in ended.senders { sender.resume(returning: false) }
  }
}
