/// One write as the storage performs it.
///
/// The work and a cancel both try to enter the gate, and the first one decides. If the work enters
/// first, it later reports its return. If the cancel enters first, the work never starts, and the
/// canceller reports its return.
struct MutationRun<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  let id: UInt
  let input: Input
  let load: RunningLoad
  private let entrance = Once()

  /// - Parameters:
  ///   - id: The number of the write.
  ///   - input: The input of the write.
  ///   - owner: The owner that can cancel the write.
  init(id: UInt, _ input: Input, of owner: any LoadOwner) {
    self.id = id
    self.input = input
    load = RunningLoad(id, of: owner)
  }

  /// Starts the work on this thread, where supported, unless the write was stopped before.
  func start(_ body: @escaping @Sendable () async -> Void) {
    let entrance = entrance
    load.start(.work, 1) {
      guard entrance.run({}) else { return }
      await body()
    }
  }

  /// Settles the outcome and cancels the work; returns whether the work never starts.
  func stop(_ outcome: LoadOutcome<Output, Failure>) -> Bool {
    load.end(LoadEnd(outcome))
    return entrance.run {}
  }
}
