/// What can go wrong with a run as a whole, apart from its expectations.
enum Trouble {
  case neverAtRest(Origin, last: Monitor.Activity)
  case tooManyJobs(Int, Origin, last: Monitor.Activity)
  /// What has been running for a length of real time.
  case hangs(Monitor.Activity, at: Duration, for: Duration)
  case timeGoesOn(limit: Duration, sleepers: [Timeline.Entry])
  case foreignWakes([ForeignWake])
  case sharedActors(Int)
  case strangeUses([String])
  case realSleeps([RealSleep])
  case hookReplaced
  case notCovered(MarbleCoverage.Mechanism)
  case onAnActor
  case nested
  case nothingExpected
  case leftovers([String])
  case tooManySubscriptions([Duration], most: Int, String?)
  case unknownRequests([String], String?)
  case misstep(Misstep, Duration)
  case stepOutOfTime(Duration, Duration?)
  case inputAfterTheRun
  case misfit((detour: Chooser.Detour, turns: Int))

  static func inTime(of run: Run) -> [Trouble] {
    var troubles: [Trouble] = []
    if run.driver.isExhausted {
      let isTotal = run.driver.jobsRun >= Driver.jobsARun
      let (origin, last) = (run.timeline.origin, run.driver.monitor.present.activity)
      troubles.append(
        isTotal
          ? .tooManyJobs(run.driver.jobsRun, origin, last: last) : .neverAtRest(origin, last: last)
      )
    } else if run.settings.until == nil, run.timeline.next != nil, run.realSleeps.isEmpty {
      troubles.append(.timeGoesOn(limit: run.settings.limit, sleepers: run.timeline.agenda))
    }
    return troubles
  }

  static func afterTime(of run: Run) -> [Trouble] {
    var troubles: [Trouble] = []
    if !run.realSleeps.isEmpty { troubles.append(.realSleeps(run.realSleeps)) }
    if !run.driver.foreignWakes.isEmpty { troubles.append(.foreignWakes(run.driver.foreignWakes)) }
    if run.driver.sharedActors > 0 { troubles.append(.sharedActors(run.driver.sharedActors)) }
    let uses = run.timeline.strangeUses
    if !uses.isEmpty { troubles.append(.strangeUses(uses)) }
    if !Hooks.areInPlace() { troubles.append(.hookReplaced) }
    // What went wrong before can explain why a task still waits.
    let isSound = troubles.isEmpty && run.issues.isEmpty && run.findings.isEmpty
    let leftovers = Leftover.all(of: run, tasks: isSound)
    if run.realSleeps.isEmpty, !leftovers.isEmpty { troubles.append(.leftovers(leftovers)) }
    return troubles
  }

  /// What happened, what it can mean, what you can do.
  var text: String {
    [happened, meaning, remedy].joined(separator: "\n\n")
  }
}

extension Trouble {
  private var happened: String {
    switch self {
    case .neverAtRest(let origin, let last):
      "The frame at \(origin.time.elapsedText) never came to rest: more than \(Driver.jobsAnInstant) jobs ran in it.\n"
        + "  set off by \(origin.causeText); the last to run was \(last.text)"
    case .tooManyJobs(let jobs, let origin, let last):
      "The run never came to rest: \(jobs) jobs ran before its time was over.\n"
        + "  at \(origin.text); the last to run was \(last.text)"
    case .hangs(let activity, let time, let length):
      "The run hangs at \(time.elapsedText): \(activity.text), has been running since that moment, for "
        + "\(length.elapsedText) of real time."
    case .timeGoesOn(let limit, let sleepers):
      "Time went on to its limit of \(limit.elapsedText) and something was still waiting:\n"
        + sleepers.prefix(8).map { "  \($0.text)" }.joined(separator: "\n")
    case .foreignWakes(let tasks):
      "Another thread woke what this test runs, \(spoken(tasks.count)):\n"
        + tasks.prefix(8).map(\.text).joined(separator: "\n")
        + (tasks.count > 8 ? "\n  … and \(tasks.count - 8) more" : "")
    case .sharedActors(let count):
      count == 1
        ? "An actor of this test is in use by another test's run."
        : "\(count) actors of this test are in use by another test's run."
    case .strangeUses(let uses):
      "What belongs to this run was used off its thread, \(spoken(uses.count)): "
        + uses.prefix(8).joined(separator: ", ") + "."
    case .notCovered(let mechanism):
      "This system does not pass \(mechanism.text) to marble runs; nothing of this run was performed."
    case .nested:
      "A run was begun inside of another run; nothing of it was performed."
    case .nothingExpected:
      "The run has no expectation."
    case .onAnActor:
      "The test runs on an actor that is not the main actor."
    case .realSleeps(let sleeps):
      "The wall clock was asked to wake what this test runs:\n"
        + sleeps.prefix(8).map(\.text).joined(separator: "\n")
        + (sleeps.count > 8 ? "\n  … and \(sleeps.count - 8) more" : "")
    case .hookReplaced:
      "The hook `swift_task_enqueueGlobal_hook` of the Swift runtime is not the one set here."
    case .leftovers(let leftovers):
      "Time is over, everything that the test made was released, and this is still alive:\n"
        + leftovers.prefix(8).map { "  \($0)" }.joined(separator: "\n")
    case .tooManySubscriptions(let began, let most, let label):
      "\(label ?? "A cold input") has diagrams for \(most) subscriptions, and \(began.count) began: at "
        + began.prefix(8).map(\.elapsedText).joined(separator: ", ") + "."
    case .unknownRequests(let requests, let label):
      "\(label ?? "An input") was asked for what it has no diagram for: "
        + requests.prefix(8).joined(separator: ", ") + "."
    case .misstep(.whileTimeRuns, _):
      "m.advance was called while time runs."
    case .misstep(.afterTheRun, _):
      "m.advance was called when the run was over."
    case .misstep(.backwards(let now), let time):
      "m.advance was told to go to \(time.elapsedText), and it is \(now.elapsedText) already."
    case .misstep(.pastTheEnd(let end), let time):
      "m.advance was told to go to \(time.elapsedText), and time ends at \(end.elapsedText)."
    case .inputAfterTheRun:
      "An input was made when the run was over."
    case .stepOutOfTime(let time, let end?) where time > end:
      "m.at was given \(time.elapsedText), and time ends at \(end.elapsedText)."
    case .misfit(let misfit):
      "The order does not fit: this run has \(misfit.turns) decisions, and no "
        + "\(misfit.detour.turn):\(misfit.detour.pick) among them."
    case .stepOutOfTime(let time, _):
      "m.at was given \(time.elapsedText), and time begins at 0ms."
    }
  }

  var meaning: String {
    switch self {
    case .neverAtRest:
      "A task can yield, or sleep for no time, in a loop; two tasks can wake each other without end; "
        + "or an operator such as `retry` can subscribe again and again."
    case .tooManyJobs:
      "A loop can sleep for very short times, or more can happen than a test should need."
    case .hangs:
      "It can block its thread, with a semaphore, a lock or a group, or spin, until another task has "
        + "done something. A run has one thread, so no other task of it can run before that returns."
    case .timeGoesOn:
      "A loop can be polling on the clock, or a delay can be longer than the test was given."
    case .foreignWakes:
      "A dispatch queue, a thread, the network or an actor shared with other tests can be at work. "
        + "When it answers is chance, so the recording is, too."
    case .realSleeps:
      "`Task.sleep`, or an operator that was given no clock, stands in the code under test. It was "
        + "played in virtual time for this run, so that nothing waited."
    case .sharedActors:
      "Two runs use one actor at the same time, such as a global actor in tests that run in "
        + "parallel. What one asks of it can run in the time of the other, or not at all."
    case .strangeUses:
      "A dispatch queue, a thread, an executor of its own or another run subscribes to an input or "
        + "sleeps on the clock. When it does is chance."
    case .notCovered:
      "The Swift runtime lacks the hook, or no longer asks it."
    case .nested:
      "The body, a step or a task of the outer run calls `marbles`. Both would need the same thread, and "
        + "what one waits for would happen in the time of the other."
    case .nothingExpected:
      "A call of `m.expect` can be missing: then the test passes whatever the code under test does."
    case .onAnActor:
      "A task that begins in the body waits for that actor, which the run does not leave before its "
        + "time is over."
    case .hookReplaced:
      "Another library drives tasks as well, such as a main serial executor for tests. Virtual time "
        + "cannot be exact while it does."
    case .leftovers:
      "A task can be running that nobody cancels, a cycle can keep what should have ended, or it waits "
        + "for something outside of the run: the network, a dispatch queue. Dropping the handle of a "
        + "task cancels nothing."
    case .tooManySubscriptions:
      "Something loads once more than the test says; it was answered with the last diagram."
    case .unknownRequests:
      "A request can be wrong, or there is one that the test does not expect. It ended without a value."
    case .misstep(.afterTheRun, _), .inputAfterTheRun:
      "The test kept `m` when the body had returned."
    case .misfit:
      "The test or what it tests has changed since that order was printed. It holds in this one."
    case .stepOutOfTime:
      "The step would never run."
    case .misstep(.whileTimeRuns, _):
      "A step, a task or an object of the test calls it; only the body itself can."
    case .misstep(.backwards, _):
      "Moments are counted from the start of the run, not from the last step."
    case .misstep(.pastTheEnd, _):
      "The run has an `until`, or its `limit` is shorter than the test."
    }
  }

  var remedy: String {
    switch self {
    case .neverAtRest, .tooManyJobs:
      "Let the loop wait for something, or for a time on `m.clock`; bound what subscribes again."
    case .hangs:
      "Replace the blocking wait by an `await`. Allow more time with `marbles(watchdog:)`, or any time "
        + "with nil. The process ends here, because nothing can end what blocks its thread."
    case .timeGoesOn:
      "End it in the test, for instance with `m.at`; or say where to look away with "
        + "`marbles(until:)`, or allow more with `marbles(limit:)`."
    case .foreignWakes, .strangeUses:
      "Replace it in the test by `m.hot`, `m.cold` or `m.at`."
    case .sharedActors:
      "Give each test an actor of its own, or run the tests one after the other, with `.serialized`."
    case .notCovered:
      "Run this test on another system, or skip it where `MarbleCoverage.measured` does not cover that. "
        + "If this is a current system, report the table that `print(MarbleCoverage.measured)` prints."
    case .nested:
      "Call it when the outer run is over, or test both in one run."
    case .nothingExpected:
      "Expect what the code under test publishes. Where it is enough that nothing is left over, or where "
        + "`#expect` compares it after the run, call `m.expectCleanRun()`."
    case .onAnActor:
      "Make the test `nonisolated`, or pass `on: MainActor.shared` for code of the main actor."
    case .realSleeps:
      "Inject the clock, and pass `m.clock` in the test."
    case .hookReplaced:
      "Do not use both in one process, or not at the same time."
    case .leftovers:
      "Cancel it where its owner ends, or end its input with `|`. What has to live until time is "
        + "over goes through `m.keep`, which cancels a task then. What is outside of the run is "
        + "replaced in the test by `m.hot`, `m.cold` or `m.at`."
    case .tooManySubscriptions:
      "Add a diagram to `then:`, or leave that out to answer all subscriptions alike."
    case .unknownRequests:
      "Draw it in `m.responses(to:)`."
    case .misstep(.whileTimeRuns, _):
      "Call it in the body, or use `m.at` for what is to happen at a time."
    case .misstep(.afterTheRun, _), .inputAfterTheRun:
      "Use it in the body only."
    case .misfit:
      "Explore again with `exploring:`, or leave `replaying:` out."
    case .stepOutOfTime:
      "Choose a time within the run, or a later `until`."
    case .misstep(.backwards, _):
      "Use `m.advance(by:)`, or a later moment."
    case .misstep(.pastTheEnd, _):
      "Stop earlier, or allow more with `marbles(until:)` or `marbles(limit:)`."
    }
  }
}

private func spoken(_ times: Int) -> String {
  times == 1 ? "once" : "\(times) times"
}
