/// Virtual time: the present, and what is still to come in (time, rank, sequence) order.
///
/// The lock guards the present and the agenda; no action runs under it.
package final class Timeline: Sendable {
  /// What comes first when two things happen at the same instant.
  enum Rank: Int {
    case input, wake
  }

  struct Entry {
    let time: Duration
    let rank: Rank
    let sequence: Int
    let began: Duration
    /// The step or the input that led to it; nil for the body.
    let cause: Place?
    let wait: Wait
  }

  enum Wait {
    case input(OnDriver<() -> Void>)
    case cold(OnDriver<() -> Void>)
    case realSleep(OnDriver<() -> Void>)
    case scheduled(OnDriver<() -> Void>, repeats: Bool)
    case sleeper(UnsafeContinuation<Void, any Error>)
  }

  struct State {
    var now = Duration.zero
    /// What is happening at present.
    var cause: Place?
    var sequence = 0
    var agenda = Agenda()
    var cancelledEarly: Set<Int> = []
    /// What was used off the thread of the run.
    var strangeUses: [String] = []
    var isOver = false

    mutating func nextSequence() -> Int {
      sequence += 1
      return sequence
    }
  }

  private let state = Lock(State())

  package var now: Duration {
    state.withLock { $0.now }
  }

  package var isOver: Bool {
    state.withLock { $0.isOver }
  }

  package var next: Duration? {
    state.withLock { $0.agenda.next }
  }

  var agenda: [Entry] {
    state.withLock { $0.agenda.sorted }
  }

  /// What is happening at present, and when.
  var origin: Origin {
    state.withLock { Origin(time: $0.now, cause: $0.cause) }
  }

  func nextSequence() -> Int {
    state.withLock { $0.nextSequence() }
  }

  func advance(to time: Duration) {
    state.withLock { $0.now = max($0.now, time) }
  }

  /// Puts something on the agenda; what would lie in the past is due now.
  ///
  /// When time is over, nothing comes on the agenda any more.
  @discardableResult
  func schedule(
    at time: Duration,
    _ rank: Rank,
    _ wait: Wait,
    cause: Place? = nil
  ) -> Int {
    state.withLock { state in
      let sequence = state.nextSequence()
      guard !state.isOver else { return sequence }
      state.agenda.insert(state.entry(at: time, rank, sequence, wait, cause))
      return sequence
    }
  }

  /// Parks a sleeper; answers false if it was cancelled before it could sleep, or time is over.
  func park(
    _ continuation: UnsafeContinuation<Void, any Error>,
    as sequence: Int,
    until time: Duration
  ) -> Bool {
    state.withLock { state in
      guard state.cancelledEarly.remove(sequence) == nil, !state.isOver else { return false }
      state.agenda.insert(state.entry(at: time, .wake, sequence, .sleeper(continuation), nil))
      return true
    }
  }

  /// Takes an entry out; a sleeper that is not there yet will not be parked.
  func cancelSleeper(_ sequence: Int) -> Entry? {
    state.withLock { state in
      let entry = state.agenda.remove(sequence)
      if entry == nil { state.cancelledEarly.insert(sequence) }
      return entry
    }
  }

  func remove(_ sequences: [Int]) {
    // Released outside the lock: what they hold may come back here when it goes.
    _ = take(sequences)
  }

  /// Takes those out that are still to come.
  func take(_ sequences: [Int]) -> [Entry] {
    state.withLock { state in sequences.compactMap { state.agenda.remove($0) } }
  }

  /// Takes out what the body put on the agenda.
  func removeInputs() {
    remove(agenda.filter { $0.rank == .input }.map(\.sequence))
  }

  /// Whether the current thread is the one that time runs on.
  package var isHere: Bool {
    Driver.current?.timeline === self
  }

  /// Takes down that something of the run is used, if that is elsewhere and while time runs.
  package func noteUse(of what: String) {
    guard !isHere else { return }
    state.withLock { if !$0.isOver { $0.strangeUses.append(what) } }
  }

  var strangeUses: [String] {
    state.withLock { $0.strangeUses }
  }

  /// Takes the first entry that is due now, or the one that is chosen of several.
  func popDue(_ chooser: inout Chooser) -> Entry? {
    state.withLock { state in
      guard let next = state.agenda.next, next <= state.now else { return nil }
      let entry = state.agenda.popFirst(&chooser)
      state.cause = entry?.cause
      return entry
    }
  }

  /// Ends time, and returns what nobody will come to any more.
  func close() -> [Entry] {
    state.withLock { state in
      state.isOver = true
      defer { state.agenda = Agenda() }
      return state.agenda.sorted
    }
  }
}

extension Timeline.State {
  fileprivate func entry(
    at time: Duration,
    _ rank: Timeline.Rank,
    _ sequence: Int,
    _ wait: Timeline.Wait,
    _ cause: Place?
  ) -> Timeline.Entry {
    Timeline.Entry(
      time: max(time, now),
      rank: rank,
      sequence: sequence,
      began: now,
      cause: cause ?? self.cause,
      wait: wait
    )
  }
}
