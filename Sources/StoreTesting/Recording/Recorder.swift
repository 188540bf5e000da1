import MarbleTesting
import ReactiveLoadable
import ReactiveStore

/// Records the actions of a store, their times, the states after them, and the effects they start.
///
/// It is the first middleware of the store, so it receives each action before all other middleware
/// and returns after it. The lock guards the recording; the store is read outside the lock.
final class Recorder<State: Sendable, Action: Sendable>: Sendable {
  /// An action, and the states before and after it.
  struct Step: ReceivedItem, Sendable {
    let action: Action
    let before: State
    let after: State
    let time: Duration
  }

  /// An error of the store.
  struct ReceivedError: ReceivedItem, Sendable {
    let error: any Error
    let time: Duration
  }

  private struct Recording {
    var isSending = false
    var sent: Step?
    var received: [Step] = []
    var errors: [ReceivedError] = []
    /// The number of actions and errors received, checked or not.
    var receivedCounts = (actions: 0, errors: 0)
    /// The causes of the running effects.
    var runningEffects = RunningEffects<Action>()
    var sight: StoreProbe<State>?
  }

  private let timeline: RunTimeline
  private let recording = Lock(Recording())

  /// The source location at which the store was created.
  private let origin: StoreLocation

  init(_ timeline: RunTimeline, at origin: StoreLocation) {
    self.timeline = timeline
    self.origin = origin
  }

  /// Starts to observe a store.
  func begin(_ sight: StoreProbe<State>) { recording.withLock { $0.sight = sight } }

  var middleware: Middleware<State, Action> {
    Middleware { self.handle($0, $1, $2) }
  }
}

// MARK: Recording

extension Recorder {
  private func handle(_ action: Action, _ state: () -> State, _ next: (Action) -> Void) {
    timeline.noteUse(of: "a test store")
    let (sight, before) = (recording.withLock { $0.sight }, state())
    adopt(sight, .outside)
    next(action)
    adopt(sight, .by(action))
    // On another thread the time is meaningless; the run reports that, unless it has ended.
    guard timeline.isHere else { return reportIfOver(action) }
    take(Step(action: action, before: before, after: state(), time: timeline.now))
  }

  private func reportIfOver(_ action: Action) {
    if timeline.isOver { origin.report(StepFailure.sentAfterTheRun(oneLine(action)).text) }
  }

  /// Records the cause of effects that are new.
  private func adopt(_ sight: StoreProbe<State>?, _ cause: RunningEffects<Action>.Cause) {
    let (atWork, now) = (sight?.activeEffects() ?? [], timeline.now)
    let ended = recording.withLock { $0.runningEffects.update(atWork, cause, now) }
    withExtendedLifetime(ended) {}
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
      adopt(recording.withLock { $0.sight }, .outside)
      recording.withLock { $0.runningEffects.step = nil }
    }
    return body()
  }
}

// MARK: Checking

extension Recorder {
  /// Takes the action that the last step sent.
  func takeSent() -> Step? { recording.withLock { $0.sent.take() } }

  /// The actions that were received and not checked.
  var received: [Step] { recording.withLock { $0.received } }

  /// The errors that were received and not checked.
  var errors: [ReceivedError] { recording.withLock { $0.errors } }

  /// The running effects and loads, in the order of their start.
  var atWork: [RunningEffects<Action>.RunningEffect] {
    adopt(recording.withLock { $0.sight }, .outside)
    return recording.withLock { $0.runningEffects.all }
  }

  func dropReceived(_ count: Int) { drop(count, of: \.received) }

  func dropErrors(_ count: Int) { drop(count, of: \.errors) }

  func takeAllReceived() -> [Step] { takeAll(\.received) }

  func takeAllErrors() -> [ReceivedError] { takeAll(\.errors) }

  /// The number of received actions and errors.
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

  private func drop<Element>(_ count: Int, of list: WritableKeyPath<Recording, [Element]>) {
    let dropped = recording.withLock { recording in
      defer { recording[keyPath: list].removeFirst(count) }
      return recording[keyPath: list].prefix(count)
    }
    withExtendedLifetime(dropped) {}
  }

  private func takeAll<Element>(_ list: WritableKeyPath<Recording, [Element]>) -> [Element] {
    recording.withLock { recording in
      defer { recording[keyPath: list] = [] }
      return recording[keyPath: list]
    }
  }
}
