import CombineShim
import MarbleReport

/// The inputs, the clock, the steps and the expectations of a marble test.
///
/// A call of `marbles` passes an instance to its body. The body only sets up the test; time starts
/// after the body has returned. Objects that only local variables of the body hold are released by
/// then: hold them with ``keep(_:)->Object``.
public final class Marbles {
  let run: Run
  /// The texts of `m.lanes`, in which mistakes of diagrams are located.
  var laneTables: [LaneTable] = []
  /// The entries of tables that the diagrams of their calls do not use.
  var unusedEntries: [UnusedEntries] = []

  init(_ run: Run) {
    self.run = run
  }

  /// The test clock of the run, to inject into code that takes a clock.
  public var clock: MarbleClock {
    reportEnd(of: "m.clock", "read")
    return MarbleClock(run.timeline)
  }

  /// Holds an object until the end of the run.
  ///
  /// ```swift
  /// let model = m.keep(SearchModel(query: query, clock: m.clock))
  /// ```
  ///
  /// - Parameter object: The model under test, a cancellable, or any other object that must stay
  ///   alive.
  /// - Returns: The object.
  @discardableResult
  public func keep<Object>(_ object: Object) -> Object {
    if !reportEnd(of: "m.keep") { run.retained.append(object) }
    return object
  }

  /// Holds a task, and cancels it at the end of the run, like the task of a view that disappears.
  ///
  /// ```swift
  /// m.keep(Task { await screen.appear() })
  /// ```
  ///
  /// - Parameter task: A task that would never end, such as a loop over an endless stream.
  /// - Returns: The task.
  @discardableResult
  public func keep<Success, Failure>(_ task: Task<Success, Failure>) -> Task<Success, Failure> {
    let cancellable = AnyCancellable(task.cancel)
    // After the run, the release of the cancellable cancels the task at once.
    if !reportEnd(of: "m.keep") { run.retained.append(cancellable) }
    return task
  }

  /// The test scheduler of the run, to inject into code that takes a Combine scheduler.
  public var scheduler: MarbleScheduler {
    reportEnd(of: "m.scheduler", "read")
    return MarbleScheduler(run.timeline, run.settings.isolation)
  }

  /// Runs a step of the test at a time.
  ///
  /// - Parameters:
  ///   - time: The time from the start of the run. Steps and hot values of one instant run in the
  ///     order in which they were written, each until all work that it caused has settled.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  ///   - step: The step, which runs on the thread of the test.
  public func at(
    _ time: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ step: @escaping () -> Void
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard mayRegister("m.at", at: callSite) else { return }
    // The step can contain a `#expect`, which the run does not observe.
    run.isChecked = true
    if time < .zero || run.settings.until.map({ time > $0 }) == true {
      run.report(.stepOutOfTime(time, until: run.settings.until), at: callSite)
    }
    schedule(at: time, callSite, step)
  }

  func schedule(at time: Duration, _ callSite: CallSite, _ step: @escaping () -> Void) {
    let step = DriverConfined(step)
    // The objects of a step live until the end of the run, not only until the step has run.
    run.retained.append(step)
    run.timeline.schedule(at: time, .input(step), cause: callSite)
  }

  func mayRegister(_ what: String, at callSite: CallSite) -> Bool {
    guard run.phase != .setUp else { return true }
    guard !reportEnd(of: what, at: callSite) else { return false }
    run.report(
      failureText(
        "\(what) was called after time had started.",
        means: "Inputs, steps and expectations are timed from the start of the run.",
        remedy:
          "Call it in the body itself, before `m.advance` and the first step of a test store, not in a step or a task."
      ),
      at: callSite
    )
    return false
  }

  /// Parses a diagram; reports its mistake at the caller's line and returns nil.
  func reading<Result>(
    _ text: String,
    at callSite: CallSite,
    _ parse: () throws(MarbleDiagram.SyntaxError) -> Result
  ) -> Result? {
    do {
      return try parse()
    } catch {
      report(error, in: text, at: callSite)
      return nil
    }
  }
}

extension Marbles {
  /// Stores the entries of tables that the diagrams of a call do not use, until the end of the run.
  func noteUnused(_ names: [String], _ failures: [String], at callSite: CallSite) {
    if names.isEmpty, failures.isEmpty { return }
    unusedEntries.append(UnusedEntries(names, failures, at: callSite))
  }
}
