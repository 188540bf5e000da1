/// A subscription or a task that feeds a stream into its recorder, once it is started.
final class Observation {
  /// A subscription or a task that was started.
  struct Running {
    var cancel: (() -> Void)?
    let hasEnded: () -> Bool

    init(cancel: @escaping () -> Void, hasEnded: @escaping () -> Bool = { true }) {
      self.cancel = cancel
      self.hasEnded = hasEnded
    }
  }

  private var begin: (() -> Running)?
  private var running: Running?

  init(_ begin: @escaping () -> Running) {
    self.begin = begin
  }

  /// True if the subscription or task has ended, or never started.
  var hasEnded: Bool { running?.hasEnded() ?? true }

  /// Subscribes or starts the task, unless the observation was cancelled before.
  func start() {
    let begin = begin
    self.begin = nil
    running = begin?()
  }

  func cancel() {
    begin = nil
    running?.cancel?()
  }

  func release() {
    begin = nil
    running?.cancel = nil
  }
}
