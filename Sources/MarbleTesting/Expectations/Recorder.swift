/// A signal of a stream and its time.
struct Recorded {
  enum Signal {
    case value(Any)
    case end
    case failure(any Error)
  }

  let time: Duration
  let signal: Signal
  /// The name of the value in a diagram; nil for a value without a name.
  var name: String?
}

extension [Recorded] {
  /// The recording with the names of its values.
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

/// Records a stream.
///
/// The lock guards the list, because a stream may publish on any thread.
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

  /// True if it records readings of an expression.
  var isOfReadings: Bool {
    state.withLock { $0.isOfReadings }
  }

  func takesReadings() {
    state.withLock { $0.isOfReadings = true }
  }

  /// The number of events from other threads, whose times are meaningless.
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
