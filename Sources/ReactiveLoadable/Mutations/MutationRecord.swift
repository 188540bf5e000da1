/// One write in the history of a ``Mutation``: what was to be written, and how far it has come.
///
/// ```swift
/// ForEach(sending.history.value) { record in
///   MessageRow(record.input, hasFailed: record.outcome?.error != nil)
/// }
/// ```
public struct MutationRecord<Input, Output, Failure: Error>: Identifiable {
  /// How far a write has come.
  public enum State {
    /// It has its place in the queue and has not begun.
    case waiting
    /// Its work runs, or waits for its next attempt; attempts are counted from 0.
    case running(attempt: Int)
    /// It has ended for those who wait, but its work, which was cancelled, has not returned.
    ///
    /// Work that is deaf to cancellation stays here, and in every order but
    /// ``MutationOverlap/concurrent`` the next write waits for it (contract M3).
    case stopping(LoadOutcome<Output, Failure>)
    /// It is over.
    case ended(LoadOutcome<Output, Failure>)
  }

  /// The number of the write, counted from 1 in the order of the calls; never used twice.
  public let id: UInt
  /// What was to be written.
  public let input: Input
  /// How far it has come.
  public var state: State

  /// Creates a record, for instance for a preview.
  ///
  /// - Parameters:
  ///   - id: The number of the write.
  ///   - input: What was to be written.
  ///   - state: How far it has come.
  public init(id: UInt, input: Input, state: State) {
    self.id = id
    self.input = input
    self.state = state
  }
}

extension MutationRecord {
  /// How the write ended for those who wait; `nil` while it waits or runs.
  public var outcome: LoadOutcome<Output, Failure>? {
    switch state {
    case .waiting, .running: nil
    case .stopping(let outcome), .ended(let outcome): outcome
    }
  }

  /// Whether it waits or runs, so that its outcome is still to come.
  public var isOpen: Bool { outcome == nil }
}

extension MutationRecord: Sendable where Input: Sendable, Output: Sendable {}
extension MutationRecord: Equatable
where Input: Equatable, Output: Equatable, Failure: Equatable {}
extension MutationRecord: Hashable where Input: Hashable, Output: Hashable, Failure: Hashable {}

extension MutationRecord.State: Sendable where Output: Sendable {}
extension MutationRecord.State: Equatable where Output: Equatable, Failure: Equatable {}
extension MutationRecord.State: Hashable where Output: Hashable, Failure: Hashable {}
