/// The wall-clock sleeps that the run executes in virtual time.
///
/// The runtime leaves the timer of a cancelled sleep scheduled and wakes the task without it. So
/// when the task runs again, its timer must not advance time.
struct SleepRegistry {
  private var sequences: [UInt64: [Int]] = [:]
  private var cancelled: [RunTimeline.Entry] = []

  /// Records the timer of a sleeping task.
  ///
  /// - Parameters:
  ///   - task: The sleeping task; 0 if unknown.
  ///   - sequence: The sequence of its timer.
  mutating func enter(_ task: UInt64, _ sequence: Int) {
    if task != 0 { sequences[task, default: []].append(sequence) }
  }

  /// Removes the timers of a task that runs again.
  mutating func wake(_ task: UInt64, _ timeline: RunTimeline) {
    guard !sequences.isEmpty, let left = sequences.removeValue(forKey: task) else { return }
    cancelled += timeline.take(left)
  }

  /// Takes the removed timers, for each of which the runtime still holds memory.
  mutating func takeCancelled() -> [RunTimeline.Entry] {
    defer { cancelled = [] }
    return cancelled
  }
}
