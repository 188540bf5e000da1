extension RunFailure {
  /// The failure message: what happened, the possible causes, the remedy.
  var text: String {
    switch self {
    case .message(let text), .misuse(let text): text
    case .difference(let text, let suggestion): text + (suggestion.map { "\n\($0)" } ?? "")
    default: [happened, meaning, remedy].joined(separator: "\n\n")
    }
  }

  private var happened: String {
    switch self {
    case .message(let text), .misuse(let text), .difference(let text, _): text
    case .neverSettles(let limit, let start, let last):
      "The frame at \(start.time.elapsedText) never settles: more than \(limit) jobs ran in it, "
        + "caused by \(start.causeText); the last to run was \(last.text)."
    case .tooManyJobs(let jobs, let start, let last):
      "The run never settles: \(jobs) jobs ran before its end, until \(start.text); "
        + "the last to run was \(last.text)."
    case .hangs(let activity, let time, let length):
      "The run hangs at \(time.elapsedText): one call has been running for \(length.elapsedText) of real time: "
        + "\(activity.text)."
    case .timeLimitReached(let limit, let sleepers):
      lines(
        sleepers.map(\.text),
        after: "The run reached its time limit of \(limit.elapsedText) with work still scheduled"
      )
    case .outside(let activity, let record):
      activity.text(record)
    case .sharedActors(let count):
      count == 1
        ? "An actor of this test is in use by another test's run."
        : "\(count) actors of this test are in use by another test's run."
    case .notCovered(let mechanism):
      "Marble runs do not control \(mechanism.text) on this system; the run was not executed."
    case .nested:
      "A run was started inside another run; it was not executed."
    case .nothingExpected:
      "The run has no expectation."
    case .onAnActor:
      "The test runs on an actor that is not the main actor."
    case .realSleeps(let sleeps):
      lines(sleeps.texts, after: "Code of this run slept without an injected clock")
    case .hookReplaced:
      "The hook `swift_task_enqueueGlobal_hook` of the Swift runtime is not the one that MarbleTesting set."
    case .leftovers(let leftovers, let record):
      lines(leftovers.texts(record), after: "Still alive after the end of the run")
    case .tooManySubscriptions(let began, let most, let label):
      "\(label) has diagrams for \(most) subscriptions, but \(began.count) started: at "
        + began.prefix(8).map(\.elapsedText).joined(separator: ", ") + "."
    case .unknownRequests(let requests, let label, _):
      "\(label ?? "An input") received requests without a diagram: "
        + requests.prefix(8).joined(separator: ", ") + "."
    case .invalidAdvance(.whileTimeRuns, _):
      "m.advance was called while time was running."
    case .invalidAdvance(.afterTheRun, _):
      "m.advance was called after the run."
    case .invalidAdvance(.backwards(let now), let time):
      "m.advance was called with \(time.elapsedText), but the time is already \(now.elapsedText)."
    case .invalidAdvance(.pastTheEnd(let end), let time):
      "m.advance was called with \(time.elapsedText), but the run ends at \(end.elapsedText)."
    case .stepOutOfTime(let time, let end?) where time > end:
      "m.at was called with \(time.elapsedText), but the run ends at \(end.elapsedText)."
    case .orderMismatch(let turn, let pick, let turns):
      "The order does not match this run: it has \(turns) decisions, and "
        + "\(turn):\(pick) is not one of them."
    case .stepOutOfTime(let time, _):
      "m.at was called with \(time.elapsedText), but time starts at 0ms."
    }
  }

  var meaning: String {
    switch self {
    case .message, .misuse, .difference: ""
    case .neverSettles:
      "Possible causes: a loop that yields or sleeps for zero time; two tasks that resume each other "
        + "endlessly; an operator such as `retry` that subscribes again endlessly."
    case .tooManyJobs:
      "Possible causes: a loop that sleeps for very short times; more events than a test should need."
    case .hangs:
      "Possible causes: a blocking wait for another task, with a semaphore, a lock or a group; a spin "
        + "loop. A run has one thread, so its other tasks cannot run until this call returns."
    case .timeLimitReached:
      "Possible causes: a loop that polls on the clock; a delay longer than the limit."
    case .outside(let activity, _):
      activity.meaning
    case .realSleeps(let sleeps):
      sleeps.meaning
    case .sharedActors:
      "Two runs use one actor at the same time, such as a global actor in tests that run in parallel. "
        + "Calls of one run can execute in the time of the other, or not at all."
    case .notCovered:
      "The Swift runtime lacks the hook, or no longer calls it."
    case .nested:
      "The body, a step or a task of the outer run calls `marbles`. Both would need the same thread, and "
        + "work that one run waits for would execute in the time of the other."
    case .nothingExpected:
      "A call of `m.expect` may be missing. Without an expectation the test passes whatever the code under "
        + "test does."
    case .onAnActor:
      "A task that starts in the body waits for that actor, which the run occupies until it ends."
    case .hookReplaced:
      "Another library also controls tasks, such as a main serial executor for tests. Virtual time cannot "
        + "be exact while it does."
    case .leftovers:
      "The run has released everything that the test made. Possible causes: a task that is never cancelled; a reference cycle that keeps its owner alive; a "
        + "wait for something outside the run, such as the network or a dispatch queue. Dropping the handle "
        + "of a task does not cancel it."
    case .tooManySubscriptions:
      "The code under test loads more often than the test expects. The last diagram was used again."
    case .unknownRequests:
      "The request is wrong, or the test does not expect it. It ended without a value."
    case .invalidAdvance(.afterTheRun, _):
      "The test retained `m` after the body returned."
    case .orderMismatch:
      "The test or the code under test has changed since the order was printed. This run did not fail."
    case .stepOutOfTime:
      "The step would never run."
    case .invalidAdvance(.whileTimeRuns, _):
      "It was called from a step, a task or an object of the test; only the body can call it."
    case .invalidAdvance(.backwards, _):
      "Times count from the start of the run, not from the last step."
    case .invalidAdvance(.pastTheEnd, _):
      "The run has an `until`, or its `limit` is shorter than the test."
    }
  }

  var remedy: String {
    switch self {
    case .message, .misuse, .difference: ""
    case .neverSettles, .tooManyJobs:
      "Make the loop wait for an event, or for a time on `m.clock`; limit repeated subscriptions."
    case .hangs:
      "Replace the blocking wait with an `await`. Allow more time with `marbles(watchdog:)`, or any time "
        + "with nil. The process exits now, because a blocked thread cannot be stopped."
    case .timeLimitReached:
      "End the work in the test, for example with `m.at`; end the run earlier with `marbles(until:)`; or "
        + "allow more time with `marbles(limit:)`."
    case .outside(let activity, _):
      activity.remedy
    case .sharedActors:
      "Give each test a separate actor, or run the tests serially, with `.serialized`."
    case .notCovered:
      "Run this test on another system, or skip it where `MarbleCoverage.measured` does not cover that. "
        + "If this is a current system, report the table that `print(MarbleCoverage.measured)` prints."
    case .nested:
      "Call it after the outer run, or test both in one run."
    case .nothingExpected:
      "Expect what the code under test publishes. If a clean end is all that you test, or if `#expect` "
        + "checks the result after the run, call `m.expectCleanRun()`."
    case .onAnActor:
      "Make the test `nonisolated`, or pass `on: MainActor.shared` for main-actor code."
    case .realSleeps(let sleeps):
      sleeps.remedy
    case .hookReplaced:
      "Do not use both in one process, or not at the same time."
    case .leftovers:
      "Cancel the work when its owner is released, or end its input with `|`. Hold objects and tasks that must "
        + "live until the end of the run with `m.keep`, which then cancels tasks. Replace the network and "
        + "dispatch queues with `m.hot`, `m.cold` or `m.at`."
    case .tooManySubscriptions:
      "Add a diagram to `then:`, or omit `then:` to use one diagram for all subscriptions."
    case .unknownRequests(_, _, let cause?):
      "\(cause) Write the quotes in the diagram with the requests."
    case .unknownRequests:
      "Add a diagram for it to `m.responses(to:)`."
    case .invalidAdvance(.whileTimeRuns, _):
      "Call it in the body, or use `m.at` to run code at a time."
    case .invalidAdvance(.afterTheRun, _):
      "Use it only in the body."
    case .orderMismatch:
      "Explore again with `exploring:`, or omit `replaying:`."
    case .stepOutOfTime:
      "Choose a time within the run, or a later `until`."
    case .invalidAdvance(.backwards, _):
      "Use `m.advance(by:)`, or a later time."
    case .invalidAdvance(.pastTheEnd, _):
      "Stop earlier, or allow more time with `marbles(until:)` or `marbles(limit:)`."
    }
  }
}

/// A sentence with the first of several texts, and the others in lines below it.
func lines(_ lines: [String], after start: String, most: Int = 8) -> String {
  guard let first = lines.first else { return "\(start)." }
  guard lines.count > 1 else { return "\(start): \(first)." }
  let rest = lines.count > most ? ["… and \(lines.count - most) more"] : []
  let others = (lines.prefix(most).dropFirst() + rest).map { "  \($0)" }
  return (["\(start): \(first); \(lines.count - 1) more:"] + others).joined(separator: "\n")
}
