import DequeModule
import ReactiveRelays

/// The recorded entries of one stream, without their types.
protocol TimelineLane: AnyObject, Sendable {
  var name: String { get }
  var droppedCount: Int { get }
  /// The entries, with the meanings of their values.
  var entries: [TimelineEntry] { get }
}

/// An entry of a lane.
struct TimelineEntry: Sendable {
  /// The content of an entry.
  enum Content: Hashable, Sendable {
    case value(TimelineMeaning)
    case end
    case failure(TimelineMeaning)
  }

  let time: Duration
  /// The position in the order of all lanes.
  let position: UInt
  let content: Content

  /// The meaning of the value or of the error; `nil` for an end.
  var meaning: TimelineMeaning? {
    switch content {
    case .value(let meaning), .failure(let meaning): meaning
    case .end: nil
    }
  }
}

/// The meaning of a letter: a text, and the letters that suit it best.
struct TimelineMeaning: Hashable, Sendable {
  /// The group of meanings that chooses its letters before the later groups.
  enum Group: CaseIterable {
    case states, values, events
  }

  let text: String
  let letters: [Character]
  var group = Group.values

  static func == (left: Self, right: Self) -> Bool { left.text == right.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The recorded entries of one stream.
final class RecordedLane<Value: Sendable>: TimelineLane {
  private struct Entry {
    let time: Duration
    let position: UInt
    let signal: Signal
  }

  enum Signal: Sendable {
    case value(Value)
    case end
    case failure(any Error)
  }

  private struct State {
    var entries: Deque<Entry> = []
    var dropped = 0
  }

  let name: String
  private let meaning: @Sendable (Value) -> TimelineMeaning
  private let state = Lock(State())

  init(_ name: String, _ meaning: @escaping @Sendable (Value) -> TimelineMeaning) {
    self.name = name
    self.meaning = meaning
  }

  /// Appends an entry; the oldest one is dropped if the lane is full.
  func append(_ signal: Signal, in timeline: Timeline) {
    let entry = Entry(
      time: timeline.elapsed(),
      position: timeline.nextPosition(),
      signal: signal
    )
    // Released outside the lock, because it may run a `deinit` of the caller.
    let dropped = state.withLock { state in
      state.entries.append(entry)
      if state.entries.count <= timeline.limit { return Entry?.none }
      state.dropped += 1
      return state.entries.popFirst()
    }
    withExtendedLifetime(dropped) {}
  }

  var droppedCount: Int { state.withLock { $0.dropped } }

  var entries: [TimelineEntry] {
    let recorded = state.withLock { $0.entries }
    return recorded.map { entry in
      let content: TimelineEntry.Content =
        switch entry.signal {
        case .value(let value): .value(meaning(value))
        case .end: .end
        case .failure(let error): .failure(TimelineMeaning(of: error))
        }
      return TimelineEntry(time: entry.time, position: entry.position, content: content)
    }
  }
}
