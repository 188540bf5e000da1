/// A signal of a stream and its time.
struct Recorded {
  enum Signal {
    case value(Any)
    case end
    case failure(any Error)
    /// The start of the observation by a `^` of its diagram.
    case subscribe
    /// The cancellation of the observation by a `!` of its diagram.
    case unsubscribe

    /// True for a signal of the stream, false for the start and the end of its observation.
    var isReceived: Bool {
      switch self {
      case .value, .end, .failure: true
      case .subscribe, .unsubscribe: false
      }
    }

    /// True for the completion and a failure.
    var isTerminal: Bool {
      switch self {
      case .end, .failure: true
      case .value, .subscribe, .unsubscribe: false
      }
    }
  }

  let time: Duration
  let signal: Signal
  /// The name of the value or failure in a diagram; nil for one without a name.
  var name: String?
}

extension [Recorded] {
  /// The recording with the names of its values and failures.
  ///
  /// The names of the compared part follow from its values only, as in its diagram.
  func named(by matcher: Matcher, in check: MarbleCheck) -> [Recorded] {
    var compared = matcher.names(values { check.covers($0) })[...]
    var others = matcher.names(values { !check.covers($0) })[...]
    return map { recorded in
      var recorded = recorded
      switch recorded.signal {
      case .value:
        let isCompared = check.covers(recorded.time)
        recorded.name = isCompared ? compared.removeFirst() : others.removeFirst()
      case .failure(let error): recorded.name = matcher.failures.name(of: error)
      case .end, .subscribe, .unsubscribe: break
      }
      return recorded
    }
  }

  private func values(at isIncluded: (Duration) -> Bool) -> [Any] {
    compactMap { recorded in
      guard case .value(let value) = recorded.signal, isIncluded(recorded.time) else { return nil }
      return value
    }
  }
}

/// The recorded signals of a stream.
struct Recording {
  var events: [Recorded] = []
  /// The number of events from other threads, whose times are meaningless.
  var offThread = 0
  /// True for readings of an expression.
  var isOfReadings = false
  /// The calls that completed the stream before the end of its diagram.
  var endOrigin: EndOrigin?
}

/// Records a stream.
///
/// The lock guards the list, because a stream may publish on any thread.
final class Recorder: Sendable {
  private struct State {
    var recording = Recording()
    var isClosed = false
  }

  private let timeline: RunTimeline
  private let expected: MarbleDiagram
  private let state = Lock(State())

  init(_ expected: MarbleDiagram, _ timeline: RunTimeline) {
    self.expected = expected
    self.timeline = timeline
  }

  var recording: Recording {
    state.withLock { $0.recording }
  }

  func takesReadings() {
    state.withLock { $0.recording.isOfReadings = true }
  }

  /// Records a signal at the current time, or at an earlier time since the signal before it.
  func record(_ signal: Recorded.Signal, at time: Duration? = nil) {
    let isHere = timeline.isHere
    let event = Recorded(time: time ?? timeline.now, signal: signal)
    let origin = isHere ? origin(of: signal) : nil
    state.withLock { state in
      guard !state.isClosed else { return }
      guard isHere else { return state.recording.offThread += 1 }
      state.recording.events.append(event)
      state.recording.endOrigin = origin
    }
  }

  /// The calls of a completion before the end of the diagram; nil for any other signal.
  ///
  /// A run that passes reads no stack.
  private func origin(of signal: Recorded.Signal) -> EndOrigin? {
    guard case .end = signal else { return nil }
    let count = state.withLock { $0.recording.events.count }
    guard count + 1 < expected.events.count || expected.events.last?.signal != .end else {
      return nil
    }
    return .current(timeline)
  }

  /// Counts an event on another thread.
  func recordOffThread() {
    state.withLock { if !$0.isClosed { $0.recording.offThread += 1 } }
  }

  /// Records the cancellation, unless the stream has ended, and nothing after it.
  func stop() {
    let cancellation = Recorded(time: timeline.now, signal: .unsubscribe)
    state.withLock { state in
      let hasEnded = state.recording.events.last?.signal.isTerminal ?? false
      if !state.isClosed, !hasEnded { state.recording.events.append(cancellation) }
      state.isClosed = true
    }
  }

  func close() {
    state.withLock { $0.isClosed = true }
  }
}
