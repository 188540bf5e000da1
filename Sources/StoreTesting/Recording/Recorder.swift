import CombineShim
import MarbleTesting
import ReactiveStore

/// Records the actions of a store, their times, the states after them, and the effects they start.
///
/// It is the first middleware of the store, so it receives each action before all other middleware
/// and returns after it. The lock guards the recording; the store is read outside the lock.
final class Recorder<State: Sendable, Action: Sendable>: Sendable {
  /// An action, and the states before and after it.
  struct Step: Sendable {
    let action: Action
    let before: State
    let after: State
    let time: Duration
  }

  struct ReceivedError: Sendable {
    let error: any Error
    let time: Duration
  }

  struct Recording {
    var isSending = false
    var sent: Step?
    var received: [Step] = []
    var errors: [ReceivedError] = []
    /// The number of actions and errors received, checked or not.
    var receivedCounts = (actions: 0, errors: 0)
    var runningEffects = RunningEffects<Action>()
    weak var store: StoreShell?
    var failures: AnyCancellable?
  }

  private let timeline: RunTimeline
  private let recording = Lock(Recording())
  private let thread = ThreadIdentity.current
  /// Reports an action that was sent after the run.
  private let reportLate: @Sendable (Action) -> Void

  init(_ timeline: RunTimeline, reportLate: @escaping @Sendable (Action) -> Void) {
    self.timeline = timeline
    self.reportLate = reportLate
  }

  var middleware: Middleware<State, Action> {
    Middleware { self.handle($0, $1, $2) }
  }
}

// MARK: Recording

extension Recorder: CreationObserver {
  /// Creates a store, and observes it from before its first load.
  func observing(_ create: () -> Store<State, Action>) -> Store<State, Action> {
    Creations.add(self)
    defer { Creations.remove(self) }
    return create()
  }

  func created(_ object: AnyObject, of owner: AnyObject?, for request: AnyObject?) {
    guard thread == ThreadIdentity.current, let store = object as? StoreShell else { return }
    let failures = store.failures.sink { [weak self] in self?.take($0) }
    recording.withLock { ($0.store, $0.failures) = (store, failures) }
  }

  private func handle(_ action: Action, _ state: () -> State, _ next: (Action) -> Void) {
    timeline.noteUse(of: "a test store")
    let before = state()
    adopt(.outside)
    next(action)
    adopt(.by(action))
    // On another thread the time is meaningless; the run reports that, unless it has ended.
    guard timeline.isHere else { return timeline.isOver ? reportLate(action) : () }
    take(Step(action: action, before: before, after: state(), time: timeline.now))
  }

  /// Records the cause of effects that are new.
  private func adopt(_ cause: RunningEffects<Action>.Cause) {
    let store = recording.withLock { $0.store }
    let (running, now) = (store?.activeEffects ?? [], timeline.now)
    let previous = recording.withLock { $0.runningEffects.update(running, cause, now) }
    withExtendedLifetime(previous) {}
  }

  private func take(_ step: Step) {
    recording.withLock { recording in
      if recording.isSending {
        recording.sent = step
      } else {
        recording.received.append(step)
        recording.receivedCounts.actions += 1
      }
      recording.isSending = false
    }
  }

  func take(_ error: any Error) {
    timeline.noteUse(of: "a test store")
    let receivedError = ReceivedError(error: error, time: timeline.now)
    guard timeline.isHere else { return }
    recording.withLock { recording in
      recording.errors.append(receivedError)
      recording.receivedCounts.errors += 1
    }
  }

  /// Records the first action that `body` sends as the action of a step.
  func sending<Result>(_ body: () -> Result) -> Result {
    recording.withLock { $0.isSending = true }
    defer { recording.withLock { $0.isSending = false } }
    return body()
  }

  /// Records a step as the cause of the effects that `body` starts without an action.
  func running<Result>(_ name: String, _ body: () -> Result) -> Result {
    recording.withLock { $0.runningEffects.step = name }
    defer {
      adopt(.outside)
      recording.withLock { $0.runningEffects.step = nil }
    }
    return body()
  }
}

// MARK: Checking

extension Recorder {
  func takeSent() -> Step? { recording.withLock { $0.sent.take() } }

  /// The elements of a list that were received and not checked.
  subscript<Element>(list: KeyPath<Recording, [Element]>) -> [Element] {
    recording.withLock { $0[keyPath: list] }
  }

  /// The running effects and loads, in the order of their start.
  var running: [RunningEffects<Action>.RunningEffect] {
    adopt(.outside)
    return recording.withLock { $0.runningEffects.all }
  }

  var receivedCounts: (actions: Int, errors: Int) { recording.withLock { $0.receivedCounts } }

  /// Skips unchecked actions and errors that were received after these counts.
  func skip(since before: (actions: Int, errors: Int)) {
    let skipped = recording.withLock { recording in
      let (actions, errors) = (recording.received, recording.errors)
      let since = (
        actions: recording.receivedCounts.actions - before.actions,
        errors: recording.receivedCounts.errors - before.errors
      )
      recording.received = actions.dropLast(since.actions)
      recording.errors = errors.dropLast(since.errors)
      return (actions, errors)
    }
    withExtendedLifetime(skipped) {}
  }

  func drop<Element>(_ count: Int, of list: WritableKeyPath<Recording, [Element]>) {
    let dropped = recording.withLock { recording in
      defer { recording[keyPath: list].removeFirst(count) }
      return recording[keyPath: list].prefix(count)
    }
    withExtendedLifetime(dropped) {}
  }

  func takeAll<Element>(_ list: WritableKeyPath<Recording, [Element]>) -> [Element] {
    recording.withLock { recording in
      defer { recording[keyPath: list] = [] }
      return recording[keyPath: list]
    }
  }
}
