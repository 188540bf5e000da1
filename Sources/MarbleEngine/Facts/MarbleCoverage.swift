/// The mechanisms of the Swift runtime that marble runs control on this system.
///
/// On Linux a run controls all of them. Apple systems differ by version, so nothing is assumed: the
/// first run of a process measures the coverage, and prints the missing mechanisms to standard
/// error. Each failure repeats the mechanisms by which code can leave its run. A test that needs a
/// missing mechanism can be skipped:
///
/// ```swift
/// @Test(.enabled(if: MarbleCoverage.measured.covers(.yield)))
/// func `the cache yields between batches`() { … }
/// ```
///
/// Instead of `Task.sleep`, use an injected clock, and pass `m.clock` in the test.
///
/// `print(MarbleCoverage.measured)` prints the table to include in a bug report.
public struct MarbleCoverage: Hashable, Sendable {
  /// A way in which code starts, suspends or reads the time.
  public enum Mechanism: Hashable, Sendable, CaseIterable {
    /// `Task { }` and its suspensions.
    ///
    /// Without it, no run is performed.
    case task
    /// `Task.detached { }`.
    case detachedTask
    /// A call to an actor.
    case actor
    /// A call to the main actor, on which `MainActor.assumeIsolated` succeeds.
    case mainActor
    /// `MainActor.assumeIsolated` in code of a run that is not on the main actor.
    ///
    /// Without coverage, the call traps.
    case mainActorAssumption
    /// `Task.yield()`.
    case yield
    /// `Task.sleep`, for a duration, for nanoseconds and until a deadline of a system clock.
    case sleep
    /// The virtual current time of `ContinuousClock` and `SuspendingClock`.
    case clocks
    /// The detection of leftover tasks that start on an actor, or immediately, and never leave it.
    case taskCreation
    /// The report of an actor that two runs use at the same time, or that another thread uses.
    case actorSharing
    /// The report of work on dispatch queues, threads, run loops and in processes, with its place.
    case outsideWork
  }

  struct Hook: Hashable {
    let name: String
    let exists: Bool
  }

  let hooks: [Hook]
  private let covered: Set<Mechanism>
  private let details: Set<RuntimeDetail>

  init(
    hooks: [Hook],
    covered: Set<Mechanism>,
    details: Set<RuntimeDetail> = Set(RuntimeDetail.allCases)
  ) {
    self.hooks = hooks
    self.covered = covered
    self.details = details
  }

  func observes(_ detail: RuntimeDetail) -> Bool { details.contains(detail) }

  /// Returns true if marble runs control a mechanism.
  public func covers(_ mechanism: Mechanism) -> Bool {
    covered.contains(mechanism)
  }

  /// The mechanisms that marble runs do not control, in the order of their declaration.
  public var missing: [Mechanism] { Mechanism.allCases.filter { !covers($0) } }
}

extension MarbleCoverage: CustomStringConvertible {
  /// A table with a line for each hook, for each mechanism and for each detail that reports read.
  public var description: String {
    let lines =
      hooks.map { ($0.name, $0.exists ? "exists" : "missing") }
      + Mechanism.allCases.map { ($0.text, covers($0) ? "covered" : "not covered") }
      + RuntimeDetail.allCases.map { ($0.rawValue, observes($0) ? "observed" : "not observed") }
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map { name, state in
      "\(name)\(String(repeating: " ", count: width - name.count))  \(state)"
    }.joined(separator: "\n")
  }
}

extension MarbleCoverage.Mechanism {
  package var text: String {
    switch self {
    case .task: "Task { }"
    case .detachedTask: "Task.detached { }"
    case .actor: "calls to actors"
    case .mainActor: "calls to the main actor"
    case .mainActorAssumption: "MainActor.assumeIsolated off the main actor"
    case .yield: "Task.yield()"
    case .sleep: "Task.sleep"
    case .clocks: "the current time of system clocks"
    case .taskCreation: "tasks that start on an actor or immediately"
    case .actorSharing: "actors shared with other runs or threads"
    case .outsideWork: "the report of work outside the run"
    }
  }

  /// True for a mechanism by which code can leave its run or read real time.
  fileprivate var leavesTheRun: Bool {
    switch self {
    case .task, .detachedTask, .actor, .mainActor, .yield, .sleep, .clocks: true
    case .mainActorAssumption, .taskCreation, .actorSharing, .outsideWork: false
    }
  }

  /// A part of a sentence; nil if a report does not depend on the mechanism.
  fileprivate var unobserved: String? {
    switch self {
    case .taskCreation, .actorSharing: text
    case .outsideWork: "work outside the run"
    case .task, .detachedTask, .actor, .mainActor, .mainActorAssumption, .yield, .sleep, .clocks:
      nil
    }
  }
}

extension MarbleCoverage {
  /// The line that the first run of a process prints; nil if nothing is missing.
  package var warning: String? {
    let clauses = [
      MarbleCoverage.clause("do not control", missing.map(\.text)),
      MarbleCoverage.clause("do not observe", unknown),
    ].compactMap(\.self)
    return clauses.isEmpty
      ? nil
      : "note: on this system, marble runs \(clauses.joined(separator: ", and ")); see \"Systems\" in "
        + "the article \"Running in virtual time\"."
  }

  /// The line that each failure repeats; nil if no code can leave a run and reports see everything.
  package var failureNote: String? {
    let leaving = missing.filter(\.leavesTheRun).map(\.text)
    let notes = [
      MarbleCoverage.clause("Not controlled by marble runs on this system:", leaving),
      MarbleCoverage.clause(
        "Not observed on this system:",
        missing.compactMap(\.unobserved) + unknown
      ),
    ].compactMap(\.self)
    return notes.isEmpty ? nil : notes.map { "\($0)." }.joined(separator: " ")
  }

  private var unknown: [String] {
    RuntimeDetail.allCases.filter { !observes($0) }.map(\.rawValue)
  }

  private static func clause(_ start: String, _ texts: [String]) -> String? {
    texts.isEmpty ? nil : "\(start) \(texts.joined(separator: ", "))"
  }
}
