import CombineShim
import MarbleTesting
public import ReactiveStore

/// A store whose actions are sent, received and looked at in steps, in virtual time.
///
/// The situation: a feature loads books. `m.testStore` makes its store in the body of a marble test; each step
/// says what an action does to the state, and nothing else may happen:
///
/// ```swift
/// marbles { m in
///   let answer = m.cold("--A|")
///   let store = m.testStore(Library.State()) { Library { try await answer() } }
///   store.send(.books(.load("sea"))) { $0.books.load("sea") }
///   m.advance(by: .milliseconds(20))
///   store.receive(.books(.finished(.success("A")))) { $0.books = LoadableState("A", of: "sea") }
/// }
/// ```
///
/// It is used in the body of the run, on the thread of the test (T9). <doc:TestingAStoreStepByStep> has the
/// whole of it.
public final class TestStore<State: Sendable & Equatable, Action: Sendable> {
  /// The store itself, for the code under test; what that sends is received like what effects send (T2).
  public let store: Store<State, Action>

  let marbles: Marbles
  let recorder: Recorder<State, Action>
  var check: StepCheck
  /// The step whose predicate looks at what came.
  var looking: StepName?
  private let failures: AnyCancellable?

  init(
    _ state: State,
    _ middleware: [Middleware<State, Action>],
    _ check: StepCheck,
    _ reducer: some Reducer<State, Action>,
    _ marbles: Marbles,
    at origin: StorePlace
  ) {
    let recorder = Recorder<State, Action>(marbles.timeline, at: origin)
    var failures: AnyCancellable?
    let all = [recorder.middleware] + middleware
    store = Store.seen(state, middleware: all, reducer, at: origin) { sight in
      recorder.begin(sight)
      failures = sight.failures.sink { recorder.take($0) }
    }
    self.failures = failures
    self.marbles = marbles
    self.recorder = recorder
    self.check = check
  }

  /// The state as the last reduced action has left it.
  public var state: State { store.state }

  /// Answers whether a step may be done (T9).
  func mayDo(_ step: StepName, _ place: Place) -> Bool {
    guard marbles.mayStep(step.text, at: place) else { return false }
    if let looking { report(.stepWithin(step.text, of: looking.text), place) }
    return looking == nil
  }

  /// Lets what is due come to rest, unless no step may be done; answers whether it may.
  func mayLook(_ step: StepName, _ place: Place) -> Bool {
    let may = mayDo(step, place)
    if may { marbles.rest(at: place) }
    return may
  }

  func report(_ failure: StepFailure, _ place: Place) { marbles.note(failure.text, at: place) }
}

/// What a step is called; the text is made only where something fails, for it takes longer than the step.
struct StepName {
  private let make: () -> String

  init(_ make: @autoclosure @escaping () -> String) { self.make = make }

  var text: String { make() }
}
