/// The text of a failure: what happened, the possible causes, and what to do.
package func failureText(_ happened: String, means meaning: String, remedy: String) -> String {
  [happened, meaning, remedy].joined(separator: "\n\n")
}

// MARK: Runs that do not end

extension String {
  static func neverSettles(_ limit: Int, _ start: StartContext, _ last: Activity) -> Self {
    failureText(
      "The frame at \(start.time.elapsedText) never settles: more than \(limit) jobs ran in it, "
        + "caused by \(start.causeText); the last to run was \(last.text).",
      means:
        "Possible causes: a loop that yields or sleeps for zero time; two tasks that resume each other "
        + "endlessly; an operator such as `retry` that subscribes again endlessly.",
      remedy: waiting
    )
  }

  static func tooManyJobs(_ jobs: Int, _ start: StartContext, _ last: Activity) -> Self {
    failureText(
      "The run never settles: \(jobs) jobs ran before its end, until \(start.text); "
        + "the last to run was \(last.text).",
      means:
        "Possible causes: a loop that sleeps for very short times; more events than a test should need.",
      remedy: waiting
    )
  }

  private static let waiting =
    "Make the loop wait for an event, or for a time on `m.clock`; limit repeated subscriptions."

  static func hangs(_ activity: Activity, _ time: Duration, _ length: Duration) -> Self {
    failureText(
      "The run hangs at \(time.elapsedText): one call has been running for \(length.elapsedText) of real time: "
        + "\(activity.text).",
      means:
        "Possible causes: a blocking wait for another task, with a semaphore, a lock or a group; a spin "
        + "loop. A run has one thread, so its other tasks cannot run until this call returns.",
      remedy:
        "Replace the blocking wait with an `await`. Allow more time with `marbles(watchdog:)`, or any time "
        + "with nil. The process exits now, because a blocked thread cannot be stopped."
    )
  }

  static func timeLimitReached(_ limit: Duration, _ pending: [ScheduledEvent]) -> Self {
    failureText(
      listing(
        pending.map(\.text),
        after: "The run reached its time limit of \(limit.elapsedText) with work still scheduled"
      ),
      means: "Possible causes: a loop that polls on the clock; a delay longer than the limit.",
      remedy:
        "End the work in the test, for example with `m.at`; end the run earlier with `marbles(until:)`; or "
        + "allow more time with `marbles(limit:)`."
    )
  }
}

// MARK: Work that leaves its run

extension String {
  static func outside(_ activity: OutsideActivity, _ record: RunRecord) -> Self {
    failureText(activity.text(record), means: activity.meaning, remedy: activity.remedy)
  }

  static func realSleeps(_ sleeps: [RealSleep]) -> Self {
    failureText(
      listing(sleeps.texts, after: "Code of this run slept without an injected clock"),
      means: sleeps.meaning,
      remedy: sleeps.remedy
    )
  }

  static func sharedActors(_ count: Int) -> Self {
    failureText(
      count == 1
        ? "An actor of this test is in use by another test's run."
        : "\(count) actors of this test are in use by another test's run.",
      means:
        "Two runs use one actor at the same time, such as a global actor in tests that run in parallel. "
        + "Calls of one run can execute in the time of the other, or not at all.",
      remedy: "Give each test a separate actor, or run the tests serially, with `.serialized`."
    )
  }

  static func leftovers(_ leftovers: [Leftover], _ record: RunRecord) -> Self {
    failureText(
      listing(leftovers.texts(record), after: "Still alive after the end of the run"),
      means:
        "The run has released everything that the test made. Possible causes: a task that is never cancelled; a reference cycle that keeps its owner alive; a "
        + "wait for something outside the run, such as the network or a dispatch queue. Dropping the handle "
        + "of a task does not cancel it.",
      remedy:
        "Cancel the work when its owner is released, or end its input with `|`. Hold objects and tasks that must "
        + "live until the end of the run with `m.keep`, which then cancels tasks. Replace the network and "
        + "dispatch queues with `m.hot`, `m.cold` or `m.at`."
    )
  }
}

// MARK: Runs that cannot start

extension String {
  static let hookReplaced = failureText(
    "The hook `swift_task_enqueueGlobal_hook` of the Swift runtime is not the one that MarbleTesting set.",
    means:
      "Another library also controls tasks, such as a main serial executor for tests. Virtual time cannot "
      + "be exact while it does.",
    remedy: "Do not use both in one process, or not at the same time."
  )

  static func notCovered(_ mechanism: MarbleCoverage.Mechanism) -> Self {
    failureText(
      "Marble runs do not control \(mechanism.text) on this system; the run was not executed.",
      means: "The Swift runtime lacks the hook, or no longer calls it.",
      remedy:
        "Run this test on another system, or skip it where `MarbleCoverage.measured` does not cover that. "
        + "If this is a current system, report the table that `print(MarbleCoverage.measured)` prints."
    )
  }

  static let nested = failureText(
    "A run was started inside another run; it was not executed.",
    means:
      "The body, a step or a task of the outer run calls `marbles`. Both would need the same thread, and "
      + "work that one run waits for would execute in the time of the other.",
    remedy: "Call it after the outer run, or test both in one run."
  )

  static let onAnActor = failureText(
    "The test runs on an actor that is not the main actor.",
    means:
      "A task that starts in the body waits for that actor, which the run occupies until it ends.",
    remedy: "Make the test `nonisolated`, or pass `on: MainActor.shared` for main-actor code."
  )
}

// MARK: Mistakes of the test

extension String {
  static let nothingExpected = failureText(
    "The run has no expectation.",
    means:
      "A call of `m.expect` may be missing. Without an expectation the test passes whatever the code under "
      + "test does.",
    remedy:
      "Expect what the code under test publishes. If a clean end is all that you test, or if `#expect` "
      + "checks the result after the run, call `m.expectCleanRun()`."
  )

  static func tooManySubscriptions(_ began: [Duration], _ most: Int, _ label: String) -> Self {
    failureText(
      "\(label) has diagrams for \(most) subscriptions, but \(began.count) started: at "
        + began.prefix(8).map(\.elapsedText).joined(separator: ", ") + ".",
      means:
        "The code under test loads more often than the test expects. The last diagram was used again.",
      remedy: "Add a diagram to `then:`, or omit `then:` to use one diagram for all subscriptions."
    )
  }

  static func unknownRequests(_ requests: [String], _ label: String?, _ cause: String?) -> Self {
    failureText(
      "\(label ?? "An input") received requests without a diagram: "
        + requests.prefix(8).joined(separator: ", ") + ".",
      means: "The request is wrong, or the test does not expect it. It ended without a value.",
      remedy: cause.map { "\($0) Write the quotes in the diagram with the requests." }
        ?? "Add a diagram for it to `m.responses(to:)`."
    )
  }

  static func stepOutOfTime(_ time: Duration, until end: Duration?) -> Self {
    let limit =
      end.flatMap { time > $0 ? "the run ends at \($0.elapsedText)" : nil } ?? "time starts at 0ms"
    return failureText(
      "m.at was called with \(time.elapsedText), but \(limit).",
      means: "The step would never run.",
      remedy: "Choose a time within the run, or a later `until`."
    )
  }

  static func orderMismatch(_ turn: Int, _ pick: Int, _ turns: Int) -> Self {
    failureText(
      "The order does not match this run: it has \(turns) decisions, and "
        + "\(turn):\(pick) is not one of them.",
      means:
        "The test or the code under test has changed since the order was printed. This run did not fail.",
      remedy: "Explore again with `exploring:`, or omit `replaying:`."
    )
  }

  /// A call such as `m.advance` that only the body may make.
  package static func whileTimeRuns(_ call: String) -> Self {
    failureText(
      "\(call) was called while time was running.",
      means:
        "It was called from a step, a task or an object of the test; only the body can call it.",
      remedy: "Call it in the body, or use `m.at` to run code at a time."
    )
  }

  package static func afterTheRun(_ call: String) -> Self {
    failureText(
      "\(call) was called after the run.",
      means: "The test retained `m` after the body returned.",
      remedy: "Use it only in the body."
    )
  }

  static func invalidAdvance(_ reason: InvalidAdvance, _ time: Duration) -> Self {
    switch reason {
    case .whileTimeRuns: whileTimeRuns("m.advance")
    case .afterTheRun: afterTheRun("m.advance")
    case .backwards(let now):
      failureText(
        "m.advance was called with \(time.elapsedText), but the time is already \(now.elapsedText).",
        means: "Times count from the start of the run, not from the last step.",
        remedy: "Use `m.advance(by:)`, or a later time."
      )
    case .pastTheEnd(let end):
      failureText(
        "m.advance was called with \(time.elapsedText), but the run ends at \(end.elapsedText).",
        means: "The run has an `until`, or its `limit` is shorter than the test.",
        remedy: "Stop earlier, or allow more time with `marbles(until:)` or `marbles(limit:)`."
      )
    }
  }
}
