import MarbleTesting
import ReactiveLoadable
import ReactiveStore

/// Records the actions of a store, their times, the states after them, and the effects they start.
///
/// It is the first middleware of the store, so it receives each action before all other middleware
/// and returns after it. The lock guards the ledger; the store is read outside the lock.
final class Recorder<State: Sendable, Action: Sendable>: Sendable {
  /// An action, and the states before and after it.
  struct Step: Arrival, Sendable {
    let action: Action
    let before: State
    let after: State
    let time: Duration
  }

  /// An error of the store.
  struct Mishap: Arrival, Sendable {
    let error: any Error
    let time: Duration
  }

  private struct Ledger {
    var isSending = false
    var sent: Step?
    var received: [Step] = []
    var errors: [Mishap] = []
    /// The number of actions and errors received, checked or not.
    var arrivals = (actions: 0, errors: 0)
    /// The causes of the running effects.
    var beginnings = Beginnings<Action>()
    var sight: StoreProbe<State>?
  }

  private let timeline: Timeline
  private let ledger = Lock(Ledger())

  /// The source location at which the store was created.
  private let origin: StoreLocation

  init(_ timeline: Timeline, at origin: StoreLocation) {
    self.timeline = timeline
    self.origin = origin
  }

  /// Starts to observe a store.
  func begin(_ sight: StoreProbe<State>) { ledger.withLock { $0.sight = sight } }

  var middleware: Middleware<State, Action> {
    Middleware { self.handle($0, $1, $2) }
  }
}

// MARK: Recording

extension Recorder {
  private func handle(_ action: Action, _ state: () -> State, _ next: (Action) -> Void) {
    timeline.noteUse(of: "a test store")
    let (sight, before) = (ledger.withLock { $0.sight }, state())
    adopt(sight, .outside)
    next(action)
    adopt(sight, .by(action))
    // On another thread the time is meaningless; the run reports that, unless it has ended.
    guard timeline.isHere else { return reportIfLate(action) }
    take(Step(action: action, before: before, after: state(), time: timeline.now))
  }

  private func reportIfLate(_ action: Action) {
    if timeline.isOver { origin.report(StepFailure.late(oneLine(action)).text) }
  }

  /// Records the cause of effects that are new.
  private func adopt(_ sight: StoreProbe<State>?, _ cause: Beginnings<Action>.Cause) {
    let (atWork, now) = (sight?.runningEffects() ?? [], timeline.now)
    let ended = ledger.withLock { $0.beginnings.update(atWork, cause, now) }
    withExtendedLifetime(ended) {}
  }

  private func take(_ step: Step) {
    ledger.withLock { ledger in
      if ledger.isSending {
        ledger.sent = step
      } else {
        ledger.received.append(step)
        ledger.arrivals.actions += 1
      }
      ledger.isSending = false
    }
  }

  func take(_ error: any Error) {
    timeline.noteUse(of: "a test store")
    let mishap = Mishap(error: error, time: timeline.now)
    guard timeline.isHere else { return }
    ledger.withLock { ledger in
      ledger.errors.append(mishap)
      ledger.arrivals.errors += 1
    }
  }

  /// Records the first action that `body` sends as the action of a step.
  func sending<Result>(_ body: () -> Result) -> Result {
    ledger.withLock { $0.isSending = true }
    defer { ledger.withLock { $0.isSending = false } }
    return body()
  }

  /// Records a step as the cause of the effects that `body` starts without an action.
  func running<Result>(_ name: String, _ body: () -> Result) -> Result {
    ledger.withLock { $0.beginnings.step = name }
    defer {
      adopt(ledger.withLock { $0.sight }, .outside)
      ledger.withLock { $0.beginnings.step = nil }
    }
    return body()
  }
}

// MARK: Checking

extension Recorder {
  /// Takes the action that the last step sent.
  func takeSent() -> Step? { ledger.withLock { $0.sent.take() } }

  /// The actions that were received and not checked.
  var received: [Step] { ledger.withLock { $0.received } }

  /// The errors that were received and not checked.
  var errors: [Mishap] { ledger.withLock { $0.errors } }

  /// The running effects and loads, in the order of their start.
  var atWork: [Beginnings<Action>.Beginning] {
    adopt(ledger.withLock { $0.sight }, .outside)
    return ledger.withLock { $0.beginnings.all }
  }

  func dropReceived(_ count: Int) { drop(count, of: \.received) }

  func dropErrors(_ count: Int) { drop(count, of: \.errors) }

  func takeAllReceived() -> [Step] { takeAll(\.received) }

  func takeAllErrors() -> [Mishap] { takeAll(\.errors) }

  /// The number of received actions and errors.
  var arrivals: (actions: Int, errors: Int) { ledger.withLock { $0.arrivals } }

  /// Skips unchecked actions and errors that were received after these counts.
  func skip(since before: (actions: Int, errors: Int)) {
    let skipped = ledger.withLock { ledger in
      let (actions, errors) = (ledger.received, ledger.errors)
      let since = (
        actions: ledger.arrivals.actions - before.actions,
        errors: ledger.arrivals.errors - before.errors
      )
      ledger.received = actions.dropLast(since.actions)
      ledger.errors = errors.dropLast(since.errors)
      return (actions, errors)
    }
    withExtendedLifetime(skipped) {}
  }

  private func drop<Element>(_ count: Int, of list: WritableKeyPath<Ledger, [Element]>) {
    let dropped = ledger.withLock { ledger in
      defer { ledger[keyPath: list].removeFirst(count) }
      return ledger[keyPath: list].prefix(count)
    }
    withExtendedLifetime(dropped) {}
  }

  private func takeAll<Element>(_ list: WritableKeyPath<Ledger, [Element]>) -> [Element] {
    ledger.withLock { ledger in
      defer { ledger[keyPath: list] = [] }
      return ledger[keyPath: list]
    }
  }
}
