/// The sleeps on the wall clock that the run plays in virtual time.
///
/// The runtime leaves the timer of a cancelled sleep where it is, and wakes the task without it. So
/// a task that runs does not sleep any more, and its timer must not move time.
struct SleepLedger {
  private var sequences: [UInt64: [Int]] = [:]
  private var abandoned: [Timeline.Entry] = []

  /// - Parameters:
  ///   - task: The task that sleeps; 0 when it is not known.
  ///   - sequence: That of its timer on the agenda.
  mutating func enter(_ task: UInt64, _ sequence: Int) {
    if task != 0 { sequences[task, default: []].append(sequence) }
  }

  /// Takes the timers of a task that runs from the agenda.
  mutating func wake(_ task: UInt64, _ timeline: Timeline) {
    guard !sequences.isEmpty, let left = sequences.removeValue(forKey: task) else { return }
    abandoned += timeline.take(left)
  }

  /// Hands out the timers that were taken from the agenda: the runtime still holds memory for each.
  mutating func takeAbandoned() -> [Timeline.Entry] {
    defer { abandoned = [] }
    return abandoned
  }
}
