/// What a stream did, and when.
struct Recorded {
  enum Signal {
    case value(Any)
    case end
    case failure(any Error)
  }

  let time: Duration
  let signal: Signal
  /// What a diagram calls the value; nil for one that has no name.
  var name: String?
}

extension [Recorded] {
  /// The same recording, each value with its name.
  func named(by matcher: Matcher) -> [Recorded] {
    let names = matcher.names(
      compactMap { if case .value(let value) = $0.signal { value } else { nil } }
    )
    var rest = names[...]
    return map { recorded in
      guard case .value = recorded.signal else { return recorded }
      var recorded = recorded
      recorded.name = rest.removeFirst()
      return recorded
    }
  }
}

/// Takes down a stream.
///
/// The lock guards the list: a stream may misbehave and come from anywhere.
final class Recorder: Sendable {
  private struct State {
    var events: [Recorded] = []
    var offDriver = 0
    var isClosed = false
    var isOfReadings = false
  }

  private let timeline: Timeline
  private let state = Lock(State())

  init(_ timeline: Timeline) {
    self.timeline = timeline
  }

  var events: [Recorded] {
    state.withLock { $0.events }
  }

  /// Whether it records what an expression says when everything has come to rest.
  var isOfReadings: Bool {
    state.withLock { $0.isOfReadings }
  }

  func takesReadings() {
    state.withLock { $0.isOfReadings = true }
  }

  /// How many events came from another thread; their times mean nothing.
  var offDriver: Int {
    state.withLock { $0.offDriver }
  }

  func record(_ signal: Recorded.Signal) {
    let isHere = timeline.isHere
    let event = Recorded(time: timeline.now, signal: signal)
    state.withLock { state in
      guard !state.isClosed else { return }
      if isHere { state.events.append(event) } else { state.offDriver += 1 }
    }
  }

  func close() {
    state.withLock { $0.isClosed = true }
  }
}
