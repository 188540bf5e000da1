import MarbleReport

/// The number of runs and their orders: the order of arrival first, then the seeds from 1.
struct RunPlan {
  private let asked: Int
  private let replayed: MarbleOrder?

  init(exploring runs: Int, replaying order: MarbleOrder?) {
    asked = runs
    replayed = order
  }

  var runs: Int { replayed == nil ? asked : 1 }
  var isExploring: Bool { runs > 1 }

  /// Returns the order of a run, whose numbers count from 1; nil is the order of arrival.
  func order(of number: Int) -> MarbleOrder? {
    replayed ?? (number == 1 ? nil : MarbleOrder(kind: .seed(UInt64(number - 1))))
  }

  var mistake: String? {
    if case .unreadable(let text) = replayed?.kind {
      return failureText(
        "\"\(text)\" is not an order.",
        means: "An order is the number of a seed, or pairs such as \"12:1 40:2\".",
        remedy: "Pass an order that the failure of an exploring run printed."
      )
    }
    guard asked < 1 else { return nil }
    return failureText(
      "\(asked) is not a number of runs.",
      means: "`exploring:` takes the number of runs, each of which uses another order.",
      remedy: "Pass 1 or more."
    )
  }
}

extension MarbleDefaults {
  /// The plan of a call; its arguments take precedence over both defaults.
  func plan(exploring runs: Int?, replaying order: MarbleOrder?) -> RunPlan {
    let isOfCall = runs != nil || order != nil
    return RunPlan(exploring: runs ?? self.runs, replaying: isOfCall ? order : self.order)
  }
}

extension RunSettings {
  var mistake: String? {
    if frame <= .zero || frame > .longestElapsed {
      let fault = frame > .zero ? "too long" : "not longer than zero"
      return failureText(
        "A frame of \(frame.elapsedText) is \(fault).",
        means: "A frame is the time that one character of a diagram takes.",
        remedy: "Pass a duration such as `.milliseconds(10)`."
      )
    }
    if let watchdog, watchdog <= .zero {
      return failureText(
        "A watchdog cannot wait for \(watchdog.elapsedText).",
        means: "It reports a job or a step that takes longer than this in real time.",
        remedy: "Pass a duration such as `.seconds(60)`, or nil for no limit."
      )
    }
    guard end < .zero else { return nil }
    return failureText(
      "A run cannot end at \(end.elapsedText).",
      means: "`until` and `limit` are times from the start of the run, which is at 0ms.",
      remedy: "Pass a later time."
    )
  }
}
