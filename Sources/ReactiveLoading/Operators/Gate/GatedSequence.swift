import ReactiveRelays

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
  /// Passes elements while a gate is open, and holds the newest one while it is closed.
  ///
  /// An episode that is chosen offline loads when the network returns:
  ///
  /// ```swift
  /// episode.load(on: chosen.elements.gated(by: isOnline.elements))
  /// ```
  ///
  /// For a search field, see <doc:LoadingWhenItIsTime#Search-while-offline>.
  ///
  /// `t` opens the gate and `f` closes it:
  ///
  /// ```
  /// gate      f---t---f---t
  /// elements  -ab---c---de-|
  /// gated     ----b-c-----e|
  /// ```
  ///
  /// The gate is closed before its first value. A newer element replaces the held one. Each element
  /// passes at most once. A loader drops a held request after a newer one, see
  /// <doc:LoaderContract#L15-Requests-that-wait>. All rules are in
  /// <doc:LoadingWhenItIsTime#W1-Gating>.
  ///
  /// - Parameter gate: A sequence that opens the gate with `true` and closes it with `false`. When
  ///   the sequence ends, the gate keeps its last value.
  /// - Returns: A sequence that ends when the elements have ended and none is held, or when the
  ///   gate has ended while closed. Each iterator creates new iterators of both sequences.
  public func gated<Gate: AsyncSequence & Sendable>(
    by gate: Gate
  ) -> some AsyncSequence<Element, Never> & Sendable
  where Gate.Element == Bool, Gate.Failure == Never {
    GatedSequence(elements: self, gate: gate)
  }
}

/// The elements of a sequence that pass a gate.
struct GatedSequence<Base: AsyncSequence & Sendable, Gate: AsyncSequence & Sendable>: AsyncSequence,
  Sendable
where Base.Element: Sendable, Base.Failure == Never, Gate.Element == Bool, Gate.Failure == Never {
  typealias Element = Base.Element
  typealias Failure = Never
  fileprivate typealias Event = GateStateMachine<Element>.Event

  let elements: Base
  let gate: Gate

  func makeAsyncIterator() -> Iterator {
    Iterator(
      GateInputs([
        { [gate] in await $0.send(gate, end: .gateEnded) { .gate(isOpen: $0) } },
        { [elements] in await $0.send(elements, end: .elementsEnded) { .element($0) } },
      ])
    )
  }

  struct Iterator: AsyncIteratorProtocol {
    private let inputs: GateInputs<Event>
    private var machine = GateStateMachine<Element>()

    fileprivate init(_ inputs: GateInputs<Event>) { self.inputs = inputs }

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Element? {
      while !machine.hasEnded, let event = await inputs.next(isolation: actor) {
        if let element = machine.handle(event) { return element }
      }
      return nil
    }
  }
}

extension GatedSequence: HoldingSequence {
  func numberedWhenReceived(
    by number: @escaping @Sendable () -> UInt
  ) -> any AsyncSequence<NumberedElement<Element>, Never> & Sendable {
    behindGate(elements.numbered(by: number))
  }

  private func behindGate(
    _ elements: some AsyncSequence<NumberedElement<Element>, Never> & Sendable
  ) -> any AsyncSequence<NumberedElement<Element>, Never> & Sendable {
    GatedSequence<_, Gate>(elements: elements, gate: gate)
  }
}

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
