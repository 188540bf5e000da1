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

  var recording: Recording { state.withLock { $0.recording } }

  func takesReadings() { state.withLock { $0.recording.isOfReadings = true } }

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
    return timeline.endOrigin
  }

  func recordOffThread() {
    state.withLock { if !$0.isClosed { $0.recording.offThread += 1 } }
  }

  /// Records the cancellation, unless the stream has ended, and nothing after it.
  func stop() {
    let cancellation = Recorded(time: timeline.now, signal: .unsubscribe)
    state.withLock { state in
      let hasEnded = state.recording.events.last?.sign.isTerminal ?? false
      if !state.isClosed, !hasEnded { state.recording.events.append(cancellation) }
      state.isClosed = true
    }
  }

  func close() { state.withLock { $0.isClosed = true } }
}
