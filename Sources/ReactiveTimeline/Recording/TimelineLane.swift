import DequeModule
import ReactiveLoading
import ReactiveRelays

/// The recorded entries of one stream.
///
/// It has no type parameters, so that it compiles once and an entry costs no look-up of types.
final class TimelineLane: Sendable {
  /// The use of a lane in a test.
  enum Role: Hashable, Sendable {
    /// A relay that the app changes.
    case input
    /// A method of the model that the app calls.
    case method(Method)
    /// A value that the model is created with.
    case constant
    /// A stream that the model publishes.
    case output
    /// A stream of states of a load, each of which is valid until the next one.
    case states
    /// The calls or the results of a load function.
    case function
    /// The events of loads, which are not part of a test.
    case events
  }

  /// A method with one parameter, or without.
  struct Method: Hashable, Sendable {
    let hasParameter: Bool
    let hasResult: Bool
    var effects = Effects.none

    enum Effects: Hashable, Sendable {
      case none, async, throwing
    }
  }

  struct Entry: Sendable {
    let time: Duration
    /// The position in the order of all lanes.
    let position: UInt
    let signal: Signal
  }

  enum Signal: Sendable {
    case value(AnyBox)
    case end
    case failure(any Error)
  }

  private struct State {
    var entries: Deque<Entry> = []
    /// The time of the newest entry, also of a dropped one.
    var lastTime = Duration.zero
    var dropped = 0
    /// The meanings with long descriptions by the position of their entry, because they take long.
    var longMeanings: [UInt: TimelineMeaning] = [:]
    var initialEnd: UInt = 0
    var endsWithOwner = false
    var count: UInt = 0
  }

  let name: String
  let role: Role
  let type: any Any.Type
  /// True if the lane has the states of a loader, list or mutation, whose path is the name.
  let isOfObject: Bool
  private let meaning: @Sendable (AnyBox, [TimelineLabels]) -> TimelineMeaning
  private let state = Lock(State())
  private let growth = AsyncCondition()

  init<Value: Sendable>(
    _ name: String,
    _ role: Role,
    of type: Value.Type,
    isOfObject: Bool = false,
    _ meaning: @escaping @Sendable (Value, [TimelineLabels]) -> TimelineMeaning = {
      TimelineMeaning(of: $0, $1)
    }
  ) {
    self.name = cutText(name, 60)
    self.role = role
    self.type = type
    self.isOfObject = isOfObject
    self.meaning = { meaning($0.assumed(of: Value.self).value, $1) }
  }

  /// Appends an entry, unless the timeline was stopped.
  ///
  /// The oldest entry is dropped if the lane is full. If the clock goes back, the entry has the
  /// time of the one before it.
  func append(_ signal: Signal, in timeline: Timeline) {
    if timeline.isStopped { return }
    // Outside the lock, because the clock may be code of the caller.
    let time = timeline.elapsed()
    // Released outside the lock, because it may run a `deinit` of the caller.
    let dropped = state.withLock { state -> Entry? in
      state.lastTime = max(state.lastTime, time)
      state.entries.append(
        Entry(time: state.lastTime, position: timeline.nextPosition(), signal: signal)
      )
      state.count += 1
      if state.entries.count <= timeline.limit { return nil }
      state.dropped += 1
      let dropped = state.entries.popFirst()
      if let dropped { state.longMeanings[dropped.position] = nil }
      return dropped
    }
    withExtendedLifetime(dropped) {}
    growth.wakeAll()
  }

  /// True if the stream ends only when its owner is released.
  var endsWithOwner: Bool {
    get { state.withLock { $0.endsWithOwner } }
    set { state.withLock { $0.endsWithOwner = newValue } }
  }

  /// Marks the entries so far as the values that the stream had before the recording.
  func endInitialEntries(at position: UInt) { state.withLock { $0.initialEnd = position } }

  /// The newest entry, and the number of all entries.
  var newest: (entry: Entry?, count: UInt) { state.withLock { ($0.entries.last, $0.count) } }

  /// Waits until more entries exist, the recording ends, or the task is cancelled.
  func grows(beyond count: UInt, in timeline: Timeline) async {
    await growth.wait { timeline.isStopped || self.count != count }
  }

  /// Ends all waits, because the recording has ended.
  func endWaits() { growth.wakeAll() }

  /// The number of all entries, also of dropped ones.
  var count: UInt { state.withLock { $0.count } }

  var droppedCount: Int { state.withLock { $0.dropped } }
  var entries: [Entry] { state.withLock { Array($0.entries) } }

  /// Returns whether the stream had the value of an entry before the recording.
  func isInitial(_ entry: Entry) -> Bool {
    entry.position <= state.withLock { $0.initialEnd }
  }

  /// Returns the meaning of the value or of the error of an entry; `nil` for an end.
  ///
  /// A meaning without labels is kept if its description is long.
  func meaning(of entry: Entry, _ labels: [TimelineLabels] = []) -> TimelineMeaning? {
    if labels.isEmpty, let known = state.withLock({ $0.longMeanings[entry.position] }) {
      return known
    }
    // Outside the lock, because it calls code of the value.
    let meaning: TimelineMeaning? =
      switch entry.signal {
      case .value(let box): self.meaning(box, labels)
      case .failure(let error): TimelineMeaning(of: error as Any, labels)
      case .end: nil
      }
    if labels.isEmpty, let meaning, meaning.isLong { keep(meaning, of: entry) }
    return meaning
  }

  private func keep(_ meaning: TimelineMeaning, of entry: Entry) {
    state.withLock { state in
      guard let first = state.entries.first, first.position <= entry.position else { return }
      state.longMeanings[entry.position] = meaning
    }
  }
}
