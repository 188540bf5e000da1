/// Virtual time: the current time, and the scheduled entries by time, inputs first, and sequence.
///
/// The lock guards the time and the entries; no action runs with the lock held.
package final class RunTimeline: Sendable {
  package struct Entry {
    let time: Duration
    /// True for an input or a step, which is before all others of its time.
    let isInput: Bool
    let sequence: Int
    /// The sequence of the first entry that keeps its order with this one.
    let group: Int
    let began: Duration
    /// The step or input that caused it; nil for the body.
    let cause: CallSite?
    package let action: Action

    /// The entry without its action.
    var event: ScheduledEvent {
      let start = StartContext(time: began, cause: cause)
      return ScheduledEvent(kind: action.kind, time: time, start: start)
    }
  }

  package enum Action {
    case input(DriverConfined<() -> Void>)
    case cold(DriverConfined<() -> Void>)
    case realSleep(DriverConfined<() -> Void>)
    case scheduled(DriverConfined<() -> Void>, repeats: Bool)
    case sleeper(UnsafeContinuation<Void, any Error>)

    var kind: ScheduledEvent.Kind {
      switch self {
      case .input: .input
      case .cold: .coldInput
      case .realSleep: .realSleep
      case .scheduled: .action
      case .sleeper: .sleeper
      }
    }
  }

  struct State {
    var now = Duration.zero
    var cause: CallSite?
    var sequence = 0
    var queue = EventQueue()
    var cancelledEarly: Set<Int> = []
    /// Objects of the run that were used off its thread, at most a thousand.
    var offThreadUses: [OffThreadUse] = []
    /// The texts of wrong uses of inputs, each once.
    var misuses: [String] = []
    var isOver = false

    mutating func nextSequence() -> Int {
      sequence += 1
      return sequence
    }
  }

  private let state = Lock(State())

  package var now: Duration { state.withLock { $0.now } }

  package var isOver: Bool { state.withLock { $0.isOver } }

  package var next: Duration? { state.withLock { $0.queue.next } }

  var scheduled: [Entry] { state.withLock { $0.queue.sorted } }

  /// The time and the cause of the current work.
  package var origin: StartContext {
    state.withLock { StartContext(time: $0.now, cause: $0.cause) }
  }

  /// The calls of the current function, as the origin of an end.
  package var endOrigin: EndOrigin { EndOrigin(callers: .ofThread, cause: origin.cause) }

  package func nextSequence() -> Int { state.withLock { $0.nextSequence() } }

  func advance(to time: Duration) {
    state.withLock { $0.now = max($0.now, time) }
  }

  /// Schedules an entry; a time in the past counts as now.
  ///
  /// After the end of the run, nothing is scheduled. The entries of a group wake in their order.
  @discardableResult
  package func schedule(
    at time: Duration,
    _ action: Action,
    cause: CallSite? = nil,
    group: Int? = nil
  ) -> Int {
    state.withLock { state in
      let sequence = state.nextSequence()
      guard !state.isOver else { return sequence }
      state.queue.insert(state.entry(at: time, sequence, action, cause, group))
      return sequence
    }
  }

  /// Schedules a sleep; returns false if it was cancelled before, or the run has ended.
  package func park(
    _ continuation: UnsafeContinuation<Void, any Error>,
    as sequence: Int,
    until time: Duration
  ) -> Bool {
    state.withLock { state in
      guard state.cancelledEarly.remove(sequence) == nil, !state.isOver else { return false }
      state.queue.insert(state.entry(at: time, sequence, .sleeper(continuation), nil))
      return true
    }
  }

  /// Removes an entry; a sleep that is not scheduled yet will not be scheduled.
  package func cancelSleeper(_ sequence: Int) -> Entry? {
    state.withLock { state in
      let entry = state.queue.remove(sequence)
      if entry == nil { state.cancelledEarly.insert(sequence) }
      return entry
    }
  }

  package func remove(_ sequences: [Int]) {
    // Release outside the lock, because the entries may call back when they are released.
    _ = take(sequences)
  }

  func take(_ sequences: [Int]) -> [Entry] {
    state.withLock { state in sequences.compactMap { state.queue.remove($0) } }
  }

  /// Removes the entries that the body scheduled.
  func removeInputs() {
    remove(scheduled.filter { $0.isInput }.map(\.sequence))
  }

  /// True on the thread of the run.
  package var isHere: Bool { Driver.current?.timeline === self }

  /// Records the use of an object of the run off its thread while time runs.
  package func noteUse(of what: @autoclosure () -> String) {
    if !isHere { noteUse(off: .named(what())) }
  }

  package func noteUse(of input: InputRecord.ID) {
    if !isHere { noteUse(off: .input(input)) }
  }

  private func noteUse(off object: OffThreadUse.Object) {
    let isOver = state.withLock { state in
      if !state.isOver, state.offThreadUses.count < 1000 {
        state.offThreadUses.append(OffThreadUse(object: object, time: state.now))
      }
      return state.isOver
    }
    guard isOver, let current = Driver.current?.timeline else { return }
    let name = if case .named(let name) = object { "The `\(name)`" } else { "An input" }
    _ = current.note(
      """
      \(name) of an earlier run was used in this run. It belongs to its own run, whose time has ended.

      Create the inputs and the model in each body.
      """
    )
  }

  var offThreadUses: [OffThreadUse] { state.withLock { $0.offThreadUses } }

  /// Records a wrong use of an input; returns false after the end of the run.
  package func note(_ misuse: String) -> Bool {
    state.withLock { state in
      if !state.isOver, !state.misuses.contains(misuse) { state.misuses.append(misuse) }
      return !state.isOver
    }
  }

  var misuses: [String] { state.withLock { $0.misuses } }

  /// Removes the first due entry, or one that the strategy selects among several.
  func popDue(_ strategy: inout SchedulingStrategy) -> Entry? {
    state.withLock { state in
      guard let next = state.queue.next, next <= state.now else { return nil }
      let entry = state.queue.popFirst(&strategy)
      state.cause = entry?.cause
      return entry
    }
  }

  /// Ends the run and returns the remaining entries.
  func close() -> [Entry] {
    state.withLock { state in
      state.isOver = true
      defer { state.queue = EventQueue() }
      return state.queue.sorted
    }
  }
}

extension RunTimeline.State {
  fileprivate func entry(
    at time: Duration,
    _ sequence: Int,
    _ action: RunTimeline.Action,
    _ cause: CallSite?,
    _ group: Int? = nil
  ) -> RunTimeline.Entry {
    let isInput = if case .input = action { true } else { false }
    return RunTimeline.Entry(
      time: max(time, now),
      isInput: isInput,
      sequence: sequence,
      group: group ?? sequence,
      began: now,
      cause: cause ?? self.cause,
      action: action
    )
  }
}
