import CMarbleHooks

/// A task that code of a test has created; it is not retained, and neither is its result.
// SAFETY: the runtime loads a weak reference and the status of a task atomically.
package final class CreatedTask: ReleaseObserver, @unchecked Sendable {
  private let observation: UnsafeMutablePointer<CMarbleTaskObservation>

  /// Creates it from a new task; `nil` for a child task, which ends with its parent.
  init?(_ task: UnsafeMutableRawPointer, resultType: UnsafeRawPointer?) {
    let observation = UnsafeMutablePointer<CMarbleTaskObservation>.allocate(capacity: 1)
    observation.initialize(to: CMarbleTaskObservation())
    guard CMarbleObserveTask(observation, task, resultType) else {
      observation.deallocate()
      return nil
    }
    self.observation = observation
  }

  deinit {
    CMarbleEndTaskObservation(observation)
    observation.deallocate()
  }

  /// True if the task has ended, and its result is not retained.
  package var isReleased: Bool { CMarbleObjectIsReleased(&observation.pointee.task) }

  /// True if the task has ended, also while something retains it.
  package var hasEnded: Bool { CMarbleObservedTaskHasEnded(observation) }
}

extension CreatedTask {
  /// Returns the receiver of new tasks; `nil` if the code that creates one is of no test.
  package typealias Receiver = @Sendable () -> (@Sendable (CreatedTask) -> Void)?

  /// Observes the tasks that are created outside marble runs from now on, where that is possible.
  ///
  /// `receiver` is called on the thread that creates a task. Only the first call has an effect.
  package static func observe(_ receiver: @escaping Receiver) {
    let isFirst = observer.withLock { observer in
      defer { observer = observer ?? Observer(receiver: receiver) }
      return observer == nil
    }
    guard isFirst else { return }
    CMarbleSetCreationHandler { task, resultType in
      let observer = CreatedTask.observer.withLock { $0 }
      guard let receive = observer?.receiver(),
        let task = CreatedTask(task, resultType: resultType)
      else { return }
      receive(task)
    }
  }

  // NB: A generic lock would wrap a closure in another one at each access.
  private struct Observer: Sendable {
    let receiver: Receiver
  }

  private static let observer = Lock<Observer?>(nil)
}
