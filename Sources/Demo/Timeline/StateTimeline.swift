import ReactiveLoadable

/// What a screen showed, and when: the states of a relay from the moment it is watched.
@MainActor
final class StateTimeline<State: Sendable> {
  /// A state and when it came, counted from the start of the recording.
  struct Entry: Sendable {
    var offset: Duration
    var state: State
  }

  private let recorded = BehaviorRelay<[Entry]>([])
  private let subscription: AnyCancellable

  /// Records the current state and every change until the timeline goes away.
  ///
  /// - Parameters:
  ///   - states: What the screen draws.
  ///   - clock: What measures the offsets.
  init(_ states: ReadOnlyRelay<State>, clock: any Clock<Duration>) {
    let elapsed = clock.stopwatch()
    subscription = states.sink { [recorded] state in
      let entry = Entry(offset: elapsed(), state: state)
      recorded.update { $0.append(entry) }
    }
  }

  /// What was recorded so far, in order.
  var entries: [Entry] { recorded.value }

  /// The states recorded so far, in order.
  var states: [State] { entries.map(\.state) }
}

extension StateTimeline {
  /// Waits until the newest state is one that answers the question with yes.
  ///
  /// Returns early when the waiting task is cancelled.
  func shows(_ question: (State) -> Bool) async {
    for await entries in recorded.elements {
      if let newest = entries.last?.state, question(newest) { return }
    }
  }

  /// Waits until so many states were recorded, or until the waiting task is cancelled.
  func reaches(_ count: Int) async {
    for await entries in recorded.elements where entries.count >= count { return }
  }
}

extension StateTimeline where State: Equatable {
  /// Waits until the newest state of a relay is recorded.
  ///
  /// A state that is accepted while another thread delivers is delivered by that thread, so the
  /// one who set it off may be ahead of the recording.
  func catchesUp(with states: ReadOnlyRelay<State>) async {
    await shows { $0 == states.value }
  }
}

extension Clock where Duration == Swift.Duration {
  /// Starts a stopwatch on this clock, which tells the time since this call.
  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
