import IssueReporting
public import ReactiveRelays

extension Loader {
  /// Polls: refreshes a state that has not changed for an interval, while the loader is in use.
  ///
  /// For instance, a board is refreshed every 30 seconds, and a job is polled until it is done:
  ///
  /// ```swift
  /// board.poll(every: .seconds(30))
  /// job.poll(every: .seconds(2), until: { $0.value?.isDone == true })
  /// ```
  ///
  /// In this diagram a character is 10 ms, the interval is 50 ms, and `r` is a refresh of A:
  ///
  /// ```
  /// states   nlA----rA----rA
  /// ```
  ///
  /// A loaded state is refreshed, and a failed state is loaded again. The interval starts at the
  /// end of every load, whichever caller started it, so loads never pile up. A set value or an edit
  /// restarts the interval, too. Before the first load and after a reset, polling pauses. It pauses
  /// while the loader is not in use; when it is in use again, a state that is older than the
  /// interval is refreshed immediately. See <doc:LoadingWhenItIsTime#W3-Polling>.
  ///
  /// - Parameters:
  ///   - interval: The time without a change before a refresh. It must be positive: zero or less is
  ///     reported as an issue and disables polling.
  ///   - whileUnused: True to poll also while nothing uses the loader, for instance in a server;
  ///     false by default.
  ///   - clock: The clock that measures the interval; the continuous clock by default.
  ///   - isDone: A function that returns whether a state needs no refresh; always `false` by
  ///     default. It is called once for each state, before its refresh, in a task of the loader or
  ///     on the thread that begins to use it. Polling continues with the next state.
  /// - Returns: The connection, with which the caller may end the polling before the loader ends.
  @discardableResult
  public func poll(
    every interval: Duration,
    whileUnused: Bool = false,
    clock: some Clock<Duration> = ContinuousClock(),
    until isDone: @escaping @Sendable (Loadable<Value, Failure>) -> Bool = { _ in false }
  ) -> StreamConnection {
    guard interval > .zero else {
      reportNoPolling(every: interval)
      return StreamConnection {}
    }
    let poll = Poll(
      PollStateMachine(interval: interval.clamped, isActive: whileUnused),
      CancellationOnlyClock(base: clock, .observed("polling", of: storage))
    ) { [weak storage] in
      guard let storage, case let state = storage.states.value, state.result != nil, !isDone(state)
      else { return }
      _ = storage.perform(.refresh)
    }
    return storage.streams.own { _ in
      let changes = storage.states.source.following.subscribe { state in
        poll.handle(.changed(isSettled: state.result != nil))
      }
      let uses =
        whileUnused
        ? nil : storage.states.usage.sink { poll.handle(.usage($0)) }
      return AnyCancellable {
        changes.cancel()
        uses?.cancel()
        poll.cancel()
      }
    }
  }

  private func reportNoPolling(every interval: Duration) {
    reportIssue(
      """
      The interval of Loader.poll(every:) must be positive, but is \(interval). The loader does not \
      poll. Pass the time that a state lasts before it is refreshed.
      """
    )
  }
}

/// A poll of a loader: performs the decisions of its state machine.
///
/// The lock guards the machine and the timer; timers start and are cancelled outside it.
private final class Poll: Sendable {
  private struct State {
    var machine: PollStateMachine
    var timer: CancellableTimer?
    var hasEnded = false
  }

  private let state: Lock<State>
  private let clock: any Clock<Duration>
  private let elapsed: ElapsedTime
  private let refresh: @Sendable () -> Void

  init(
    _ machine: PollStateMachine,
    _ clock: some Clock<Duration>,
    refresh: @escaping @Sendable () -> Void
  ) {
    state = Lock(State(machine: machine))
    self.clock = clock
    elapsed = ElapsedTime(on: clock)
    self.refresh = refresh
  }

  func handle(_ event: PollStateMachine.Event) {
    let now = elapsed.now()
    let (action, new, old) = state.withLock { state in
      let action = state.hasEnded ? .none : state.machine.handle(event, at: now)
      let old = state.timer
      switch action {
      case .none: return (action, CancellableTimer?.none, CancellableTimer?.none)
      case .start: state.timer = CancellableTimer()
      case .stop, .refresh: state.timer = nil
      }
      return (action, state.timer, old)
    }
    switch action {
    case .start(let ticket, let time):
      new?.start(time, on: clock, nil) { [weak self] in self?.handle(.fired(ticket)) }
    case .refresh: refresh()
    case .none, .stop: break
    }
    // The timer that has fired runs this: its task is cancelled after the refresh, not before.
    old?.cancel()
  }

  func cancel() {
    state.withLock { state in
      state.hasEnded = true
      return state.timer.take()
    }?.cancel()
  }
}
