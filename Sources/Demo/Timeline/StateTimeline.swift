import ReactiveLoadable
import ReactiveTimeline

/// A recording of the states of a relay, with their times, and their marks.
@MainActor
final class StateTimeline<State: Sendable> {
  typealias Entry = (offset: Duration, state: State)

  private let recorded: RecordedStream<State>

  /// Records the current state and every change, until the timeline is released.
  init(_ states: ReadOnlyRelay<State>, clock: any Clock<Duration>) {
    recorded = Timeline(clock: clock).record(states, as: "states")
  }

  var entries: [Entry] { recorded.entries.map { ($0.time, $0.value) } }
  var states: [State] { recorded.values }

  /// Waits until the newest state meets the condition, or until the task is cancelled.
  func shows(_ condition: (State) -> Bool) async { await recorded.shows(condition) }

  /// Waits for a number of states, or until the task is cancelled.
  func reaches(_ count: Int) async { await shows { _ in states.count >= count } }
}

extension StateTimeline where State: Equatable {
  /// Waits until the newest state of a relay is recorded.
  ///
  /// A state that is accepted during a delivery is delivered by that other thread, so the accepting
  /// task can be ahead of the recording.
  func catchesUp(with states: ReadOnlyRelay<State>) async { await shows { $0 == states.value } }
}

extension StateTimeline {
  func history(_ mark: (State) -> StateMark) -> MarkHistory {
    entries.reduce(into: MarkHistory()) { $0.note(mark($1.state), at: $1.offset) }
  }

  /// The marks of a part of the state, each when it changes.
  func changes(_ mark: (State) -> StateMark) -> MarkHistory {
    history { state in
      var mark = mark(state)
      mark.repetition = .omitted
      return mark
    }
  }

  func symbols(_ mark: (State) -> StateMark) -> [String] { history(mark).marks.map(\.mark.symbol) }

  /// Reached if the drawn letters are these, whatever their times.
  func draws(_ expected: String, _ mark: (State) -> StateMark) -> SceneResult {
    expect("States", symbols(mark).joined(), is: expected)
  }

  func blocks(
    _ heading: String,
    frame: Duration = .milliseconds(10),
    _ mark: (State) -> StateMark
  ) -> [Block] { history(mark).blocks(heading, frame: frame) }
}

extension MarkHistory {
  func blocks(_ heading: String, frame: Duration = .milliseconds(10)) -> [Block] {
    [
      .line("\(heading), one character is \(Int(frame / .milliseconds(1))) ms:", .faint),
      block("", frame: frame), .legend(marks.map(\.mark)),
    ]
  }

  func block(_ name: String, frame: Duration = .milliseconds(10)) -> Block {
    .styled(styledLine(frame: frame).prefixed("  " + name))
  }
}

extension Clock where Duration == Swift.Duration {
  /// Starts a stopwatch, which returns the time since this call.
  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
