import CMarbleHooks

/// A task that code of a test has created, retained until its end is known.
// SAFETY: the pointer is constant, and the functions of the runtime may be called on any thread.
package final class CreatedTask: @unchecked Sendable {
  private let job: UnsafeMutableRawPointer

  /// Creates it from a new task; `nil` for a child task, which ends with its parent.
  fileprivate init?(_ job: UnsafeMutableRawPointer) {
    guard CMarbleKeepTask(job) else { return nil }
    self.job = job
  }

  deinit { CMarbleReleaseTask(job) }

  /// True if the task has ended and nothing else retains it.
  package var isForgotten: Bool { CMarbleTaskIsForgotten(job) }

  /// True if the task has ended, also while something retains it.
  ///
  /// NB: It raises the priority of a task that has not ended, so it is for the end of a test.
  package var hasEnded: Bool { CMarbleTaskHasEnded(job) }
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
    CMarbleSetCreationHandler { task in
      let observer = CreatedTask.observer.withLock { $0 }
      guard let receive = observer?.receiver(), let task = CreatedTask(task) else { return }
      receive(task)
    }
  }

  // NB: A generic lock would wrap a closure in another one at each access.
  private struct Observer: Sendable {
    let receiver: Receiver
  }

  private static let observer = Lock<Observer?>(nil)
}
