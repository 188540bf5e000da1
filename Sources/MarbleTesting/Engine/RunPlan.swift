/// How many runs, and in which order: the order of arrival first, then that of the seeds from 1.
struct RunPlan {
  private let asked: Int
  private let replayed: MarbleOrder?

  init(exploring runs: Int, replaying order: MarbleOrder?) {
    asked = runs
    replayed = order
  }

  var runs: Int { replayed == nil ? asked : 1 }
  var isExploring: Bool { runs > 1 }

  /// Returns the order of a run; nil is the order of arrival.
  ///
  /// - Parameter number: Counted from 1.
  /// - Returns: The order.
  func order(of number: Int) -> MarbleOrder? {
    replayed ?? (number == 1 ? nil : MarbleOrder(kind: .seed(UInt64(number - 1))))
  }

  /// What cannot be done, in words.
  var mistake: String? {
    if case .unreadable(let text) = replayed?.kind {
      return """
        "\(text)" is not an order.

        An order is the number of a seed, or pairs such as "12:1 40:2".

        Pass what the failure of an exploring run printed.
        """
    }
    guard asked < 1 else { return nil }
    return """
      \(asked) is not a number of runs.

      Exploring runs the body so many times, each time in another order.

      Pass 1 or more.
      """
  }
}

/// What the caller of `marbles` chose.
struct RunSettings {
  let frame: Duration
  /// Where time stops although something may still be waiting.
  let until: Duration?
  /// Where time stops because it never seems to come to rest.
  let limit: Duration
  /// How long one job or step may take in real time; nil for any time.
  let watchdog: Duration?
  let isolation: RunIsolation
  let place: Place
  /// What a run controls; nil for what this system lets it control.
  var coverage: MarbleCoverage?

  var end: Duration { until ?? limit }

  /// What cannot be done, in words.
  var mistake: String? {
    if frame <= .zero || frame > .longestElapsed {
      return """
        A frame of \(frame.elapsedText) is \(frame > .zero ? "too long" : "not longer than zero").

        A frame is the time that one character of a diagram takes.

        Pass one such as `.milliseconds(10)`.
        """
    }
    if let watchdog, watchdog <= .zero {
      return """
        A watchdog cannot wait for \(watchdog.elapsedText).

        It reports a job or a step that takes longer than this in real time.

        Pass a time such as `.seconds(60)`, or nil to wait without end.
        """
    }
    guard end < .zero else { return nil }
    return """
      A run cannot end at \(end.elapsedText).

      `until` and `limit` are counted from the start of the run, which is at 0ms.

      Pass a time after that.
      """
  }
}
