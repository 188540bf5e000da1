import CombineShim

/// What a marble test is written with: inputs, the clock, steps and expectations.
///
/// ``marbles(exploring:replaying:frame:until:limit:watchdog:fileID:filePath:line:column:_:)`` hands one to its body. The body
/// only sets up; time begins when it has returned. An object that only the body's variables hold is
/// gone by then: let ``keep(_:)->Kept`` hold it.
public final class Marbles {
  let run: Run

  init(_ run: Run) {
    self.run = run
  }

  /// The clock of the run, to be injected where the code under test takes one.
  public var clock: MarbleClock {
    MarbleClock(run.timeline)
  }

  /// Keeps an object alive until time is over.
  ///
  /// ```swift
  /// let model = m.keep(SearchModel(query: query, clock: m.clock))
  /// ```
  ///
  /// - Parameter object: The model under test, a cancellable, or anything else that works only as
  ///   long as somebody holds it.
  /// - Returns: The object.
  @discardableResult
  public func keep<Kept>(_ object: Kept) -> Kept {
    run.kept.append(object)
    return object
  }

  /// Keeps a task, and cancels it when time is over, as a view does that goes.
  ///
  /// ```swift
  /// m.keep(Task { await screen.appear() })
  /// ```
  ///
  /// - Parameter task: One that would go on for ever, such as a loop over a stream without an end.
  /// - Returns: The task.
  @discardableResult
  public func keep<Success, Failure>(_ task: Task<Success, Failure>) -> Task<Success, Failure> {
    run.kept.append(AnyCancellable(task.cancel))
    return task
  }

  /// The scheduler of the run, to be injected where the code under test takes a scheduler.
  public var scheduler: MarbleScheduler {
    MarbleScheduler(run.timeline, run.settings.isolation)
  }

  /// Runs a step of the test at a time.
  ///
  /// - Parameters:
  ///   - time: When, counted from the start. Steps and hot values of one instant run in the order
  ///     in which they were written, each until all it set off has come to rest.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  ///   - step: What to do then, on the thread of the test.
  public func at(
    _ time: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ step: @escaping () -> Void
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    guard mayRegister("m.at", at: place) else { return }
    // The step can hold a `#expect`, which a run does not see.
    run.isChecked = true
    if time < .zero || run.settings.until.map({ time > $0 }) == true {
      run.report(Trouble.stepOutOfTime(time, run.settings.until).text, at: place)
    }
    schedule(at: time, place, step)
  }

  func schedule(at time: Duration, _ place: Place, _ step: @escaping () -> Void) {
    let step = OnDriver(step)
    // What a step holds lives until time is over, not only until it has run.
    run.kept.append(step)
    run.timeline.schedule(at: time, .input, .input(step), cause: place)
  }

  func mayRegister(_ what: String, at place: Place) -> Bool {
    guard run.phase != .setUp else { return true }
    run.report(
      """
      \(what) was called after time had begun.

      Inputs, steps and expectations count from the start of the run.

      Call it in the body itself, before `m.advance` and the first step of a test store, not in a step or a task.
      """,
      at: place
    )
    return false
  }

  /// Reads a diagram, or reports at the caller's line what is wrong with it.
  func reading<Result>(
    _ text: String,
    at place: Place,
    otherwise fallback: Result,
    _ body: () throws(MarbleDiagram.SyntaxError) -> Result
  ) -> Result {
    do {
      return try body()
    } catch {
      run.report(error.text(in: text), at: place)
      return fallback
    }
  }
}
