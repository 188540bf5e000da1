/// One write as the storage performs it.
///
/// Whoever goes through the entrance first decides: the work, which then reports its return, or the
/// one who cancels it before it has begun, and reports that there is nothing to wait for.
struct MutationRun<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  let id: UInt
  let input: Input
  let load: RunningLoad<Output, Failure>
  private let entrance = Once()

  /// - Parameters:
  ///   - id: Its number.
  ///   - input: What it writes.
  ///   - owner: Who can cancel it.
  init(id: UInt, _ input: Input, of owner: any LoadOwner) {
    self.id = id
    self.input = input
    load = RunningLoad(id, of: owner)
  }

  /// Begins the work on this thread, where the system can, unless it was kept out before that.
  func start(_ body: @escaping @Sendable () async -> Void) {
    let entrance = entrance
    load.start(.work, 1) {
      guard entrance.run({}) else { return }
      await body()
    }
  }

  /// Tells those who wait, and cancels the work; returns whether it has not begun and never will.
  func stop(_ outcome: LoadOutcome<Output, Failure>) -> Bool {
    load.end(outcome)
    return entrance.run {}
  }
}
