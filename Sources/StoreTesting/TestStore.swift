import MarbleTesting
public import ReactiveStore

/// A store for exhaustive testing: its actions are sent, received and checked in virtual time.
///
/// In the example a feature loads books. `m.testStore` creates its store in the body of a marble
/// test. The closure of a step makes the expected change of the state; any other change is a
/// failure:
///
/// ```swift
/// marbles { m in
///   let answer = m.cold("--A|")
///   let store = m.testStore(Library.State()) { Library { try await answer() } }
///   store.send(.books(.load("sea"))) { $0.books.perform(.load("sea")) }
///   m.advance(by: .milliseconds(20))
///   store.receive(.books(.finished(.success("A")))) { $0.books = LoadableState("A", of: "sea") }
/// }
/// ```
///
/// Use the store in the body of the run, on the thread of the test. See
/// <doc:TestingAStoreStepByStep#T9-Inside-the-run>.
public final class TestStore<State: Sendable & Equatable, Action: Sendable> {
  /// The store itself, for the code under test.
  ///
  /// Actions that this code sends are received, as actions of effects are.
  public let store: Store<State, Action>

  let marbles: Marbles
  let recorder: Recorder<State, Action>
  var check: StepCheck
  /// The step whose predicate is running.
  var matchingStep: StepName?

  init(
    _ state: State,
    _ middleware: [Middleware<State, Action>],
    _ check: StepCheck,
    _ reducer: some Reducer<State, Action>,
    _ marbles: Marbles,
    at callSite: CallSite
  ) {
    let recorder = Recorder<State, Action>(marbles.timeline) {
      callSite.report(StepFailure.sentAfterTheRun(oneLine($0)).text)
    }
    store = recorder.observing {
      Store(
        state,
        middleware: [recorder.middleware] + middleware,
        fileID: callSite.fileID,
        filePath: callSite.filePath,
        line: callSite.line,
        column: callSite.column
      ) {
        reducer
      }
    }
    self.marbles = marbles
    self.recorder = recorder
    self.check = check
  }

  /// The state after the last reduced action.
  public var state: State { store.state }

  /// Returns true if a step is allowed here, and reports a misuse otherwise.
  func mayStep(_ step: StepName, _ callSite: CallSite) -> Bool {
    guard marbles.mayStep(step(), at: callSite) else { return false }
    if let matchingStep { report(.nestedStep(step(), of: matchingStep()), callSite) }
    return matchingStep == nil
  }

  /// Runs due work until it settles, if a step is allowed; returns whether it is.
  func mayReceive(_ step: StepName, _ callSite: CallSite) -> Bool {
    let may = mayStep(step, callSite)
    if may { marbles.rest(at: callSite) }
    return may
  }

  func report(_ failure: StepFailure, _ callSite: CallSite) {
    marbles.note(failure.text, at: callSite)
  }
}

/// The name of a step, which is made only for a failure, because that takes longer than the step.
typealias StepName = () -> String

/// The part of a store's behavior that the steps of a test store check.
///
/// ```swift
/// let store = m.testStore(App.State(), checking: .partial) { App() }
/// ```
public enum StepCheck: Hashable, Sendable {
  /// Checks every action, every state change and every error, and that no work is left at the end.
  ///
  /// This is the default.
  case exhaustive
  /// Checks only the actions that steps name and the state that their closures change.
  ///
  /// See <doc:TestingAStoreStepByStep#T8-Partial-checks>.
  case partial
}
