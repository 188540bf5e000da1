import AsyncAlgorithms
import IssueReporting

extension Loader {
  /// Refreshes whenever a state has rested for an interval, for as long as the loader lives.
  ///
  /// A board that is never older than half a minute, and a job that is asked about until it is done:
  ///
  /// ```swift
  /// board.poll(every: .seconds(30))
  /// job.poll(every: .seconds(2), while: { $0.value?.isDone != true })
  /// ```
  ///
  /// A character is 10 ms here, the interval 50 ms, and `r` a refresh of A:
  ///
  /// ```
  /// states   nlA----rA----rA
  /// ```
  ///
  /// A loaded state is refreshed, and a failed one is loaded again. The time counts from the end of a
  /// load, whoever asked for it, so a load by anybody begins it anew, and loads never pile up. A
  /// written value or an edit begins it anew, too. Before the first load, and after a reset, nothing is
  /// polled (contracts W3 to W7).
  ///
  /// - Parameters:
  ///   - interval: How long a state rests. It must be positive: zero or less is reported as an issue,
  ///     and nothing is polled.
  ///   - clock: What the interval is counted on: the continuous clock.
  ///   - isWanted: Answers whether to refresh a state that has rested; by default each. It is asked
  ///     once for each such state, in a task of the loader. Polling goes on when a later state rests.
  public func poll(
    every interval: Duration,
    clock: some Clock<Duration> = ContinuousClock(),
    while isWanted: @escaping @Sendable (Loadable<Value, Failure>) -> Bool = { _ in true }
  ) {
    guard interval > .zero else { return reportNoPolling(every: interval) }
    let clock = PatientClock(base: clock)
    let states = states.elements
    let rested = states.debounce(for: interval.countable, clock: clock)
    storage.streams.own(endedBy: { states.cancel() }) { [weak storage] in
      for await state in rested {
        // The last state comes once more when the states end, because the loader goes.
        guard storage != nil, state.isPolled, isWanted(state) else { continue }
        _ = storage?.perform(.refresh)
      }
    }
  }

  private func reportNoPolling(every interval: Duration) {
    reportIssue(
      """
      A loader was asked to poll every \(interval). The interval is how long a state rests before it \
      is refreshed, so it must be positive; nothing is polled.
      """
    )
  }
}

extension Loadable {
  /// Whether there is something to bring up to date, and nothing is on its way.
  fileprivate var isPolled: Bool {
    switch self {
    case .notRequested, .loading: false
    case .loaded, .failed: true
    }
  }
}
