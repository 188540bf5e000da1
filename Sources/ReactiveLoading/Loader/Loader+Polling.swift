import AsyncAlgorithms
import IssueReporting
import ReactiveRelays

extension Loader {
  /// Polls: refreshes whenever the state has not changed for an interval, while the loader lives.
  ///
  /// For instance, a board is refreshed every 30 seconds, and a job is polled until it is done:
  ///
  /// ```swift
  /// board.poll(every: .seconds(30))
  /// job.poll(every: .seconds(2), while: { $0.value?.isDone != true })
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
  /// restarts the interval, too. Before the first load and after a reset, polling pauses. See
  /// <doc:LoadingWhenItIsTime#W3-Polling>.
  ///
  /// - Parameters:
  ///   - interval: The time without a change before a refresh. It must be positive: zero or less is
  ///     reported as an issue and disables polling.
  ///   - clock: The clock that measures the interval; the continuous clock by default.
  ///   - isWanted: A function that returns whether to refresh a state; always `true` by default. It
  ///     is called once for each state that has not changed for the interval, in a task of the
  ///     loader. Polling continues with the next state.
  public func poll(
    every interval: Duration,
    clock: some Clock<Duration> = ContinuousClock(),
    while isWanted: @escaping @Sendable (Loadable<Value, Failure>) -> Bool = { _ in true }
  ) {
    guard interval > .zero else { return reportNoPolling(every: interval) }
    let clock = CancellationOnlyClock(base: clock, .observed("polling", of: storage))
    let states = states.elements
    let quietStates = states.debounce(for: interval.clamped, clock: clock)
    storage.streams.own(endedBy: { states.cancel() }) { [weak storage] in
      for await state in quietStates {
        // The last state is repeated when the states finish with the loader.
        guard storage != nil, state.result != nil, isWanted(state) else { continue }
        _ = storage?.perform(.refresh)
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
