import ReactiveRelays

/// One write in the history of a ``Mutation``: its input and its state.
///
/// ```swift
/// ForEach(sending.history.value) { record in
///   MessageRow(record.input, hasFailed: record.outcome?.error != nil)
/// }
/// ```
public struct MutationRecord<Input, Output, Failure: Error>: Identifiable {
  /// The state of a write.
  public indirect enum State {
    // NB: Indirect, because the code that copies inline outcomes is 12 kB.

    /// The write is in the queue and has not started.
    case waiting
    /// Its work runs, or waits for a retry; attempts are counted from 0.
    case running(attempt: Int)
    /// Its outcome is final, but its cancelled work has not returned.
    ///
    /// Work that ignores its cancellation stays in this state, and in every overlap but
    /// ``MutationOverlap/concurrent`` the next write waits for it. See
    /// <doc:WritingWithMutations#M3-No-overlap>.
    case stopping(LoadOutcome<Output, Failure>)
    /// The write has ended.
    case ended(LoadOutcome<Output, Failure>)
  }

  /// The number of the write, counted from 1 in the order of the calls; never used twice.
  public let id: UInt
  /// The input of the write.
  public let input: Input
  /// The state of the write.
  public var state: State

  /// Creates a record, for instance for a preview.
  public init(id: UInt, input: Input, state: State) {
    self.id = id
    self.input = input
    self.state = state
  }
}

extension MutationRecord {
  /// The outcome of the write; `nil` while it waits or runs.
  public var outcome: LoadOutcome<Output, Failure>? {
    switch state {
    case .waiting, .running: nil
    case .stopping(let outcome), .ended(let outcome): outcome
    }
  }

  /// A Boolean value that indicates whether the write waits or runs.
  public var isOpen: Bool { outcome == nil }
}

extension Mutation where Input: Equatable {
  /// Returns the record of the newest write of an input, for instance to show its error.
  ///
  /// - Parameter input: The input of the write.
  /// - Returns: The record; `nil` if the history has none.
  public func record(of input: Input) -> MutationRecord<Input, Output, Failure>? {
    history.value.last { $0.input == input }
  }
}

extension Sequence {
  /// Returns the records of the newest write of each input, in the order of these writes.
  ///
  /// So a message that is sent again after a failure is one row:
  ///
  /// ```swift
  /// let rows = send.history.map { $0.newest { $0.id } }
  /// ```
  ///
  /// - Parameter id: A closure that returns the identity of an input.
  /// - Returns: One record for each identity.
  public func newest<Input, Output, Failure>(
    by id: (Input) -> some Hashable
  ) -> [Element] where Element == MutationRecord<Input, Output, Failure> {
    var ids: Set<AnyHashable> = []
    return Array(reversed().filter { ids.insert(AnyHashable(id($0.input))).inserted }.reversed())
  }
}

extension MutationRecord: Sendable where Input: Sendable, Output: Sendable {}
extension MutationRecord: Equatable
where Input: Equatable, Output: Equatable, Failure: Equatable {}
extension MutationRecord: Hashable where Input: Hashable, Output: Hashable, Failure: Hashable {}

extension MutationRecord.State: Sendable where Output: Sendable {}
extension MutationRecord.State: Equatable where Output: Equatable, Failure: Equatable {}
extension MutationRecord.State: Hashable where Output: Hashable, Failure: Hashable {}

extension MutationRecord: CustomStringConvertible {
  /// The number, the input and the state on one line.
  ///
  /// For instance `MutationRecord 3("swift"): running(attempt: 1)`.
  ///
  /// A long input or output is cut.
  public var description: String {
    let input = Input.self == NoRequest.self ? nil : Optional(input)
    return ObjectText("MutationRecord", name: "\(id)", request: input, state: "\(state)")
      .description
  }
}

extension MutationRecord.State: CustomStringConvertible {
  /// The state on one line, as in `running(attempt: 1)` and `ended(loaded(3))`.
  public var description: String {
    switch self {
    case .waiting: "waiting"
    case .running(attempt: 0): "running"
    case .running(let attempt): "running(attempt: \(attempt))"
    case .stopping(let outcome): "stopping(\(outcome))"
    case .ended(let outcome): "ended(\(outcome))"
    }
  }
}
