public import ReactiveLoadable

/// The state of a mutation as a value: its writes in flight, those that have ended, and the result.
///
/// ```swift
/// struct FilmsState: Sendable {
///   var films = PagedState<NoRequest, Int, Film>()
///   var favorite = MutationState<Favorite, Film>()
/// }
///
/// enum FilmsAction: Sendable {
///   case films(PagingAction<NoRequest, Int, Film>)
///   case favorite(MutationAction<Favorite, Film>)
/// }
///
/// Reduce { … }
///   .mutation(
///     state: \.favorite,
///     action: .favorite,
///     editing: [.list(\.films) { favorite in [.change(favorite.id) { $0.isFavorite = true }] }]
///   ) { favorite, _ in
///     try await api.send(favorite)
///   }
///
/// store.send(.favorite(.run(Favorite(id: 7))))
/// ```
///
/// It has the calls of a `Mutation`, with the same contract. A view sends a ``MutationAction``, or
/// a reducer calls ``run(_:)``; `mutation` makes the store perform the writes. Its targets show the
/// edits of the writes that have not ended. See <doc:StoreContract#S20-Optimistic-updates>.
///
/// Two states are equal if their results, and the inputs and states of their writes, are equal.
@dynamicMemberLookup
public struct MutationState<Input: Sendable, Output: Sendable>: Sendable {
  /// A write in the history.
  public typealias Record = MutationRecord<Input, Output, LoadError>

  private(set) var mutation = EmbeddedMutation<Input, Output>()
  /// The log of the changed writes, for the store.
  private(set) var changes = KeyChangeLog<UInt>()

  /// Creates the state before any write.
  public init() {}

  /// The state to draw: loading while a write waits or runs, and then the last result.
  public var loadable: Loadable<Output, LoadError> { mutation.state }

  /// The waiting and running writes and the newest ended ones, in the order of the calls.
  ///
  /// The ids of the records are unique in the process. The limit is `MutationPolicy.historyLimit`.
  public var history: [Record] { mutation.history }

  /// The members of a `Loadable`, such as `isLoading`, `latest` and `error`.
  public subscript<Member>(dynamicMember query: KeyPath<Loadable<Output, LoadError>, Member>)
    -> Member
  {
    loadable[keyPath: query]
  }
}

extension MutationState {
  /// Starts the write of an input, or enqueues it if the overlap of the policy requires it.
  ///
  /// - Parameter input: The input to write; equal inputs are two writes.
  public mutating func run(_ input: Input) { change { $0.run(input) } }

  /// Cancels every write that waits or runs; the edits of each are rolled back.
  public mutating func cancel() { change { $0.cancel() } }

  /// Cancels every write, and removes the result and the history.
  public mutating func reset() { change { $0.reset() } }
}

// MARK: For the store

extension MutationState {
  /// Changes the mutation, and records the changed writes.
  mutating func change(_ body: (inout EmbeddedMutation<Input, Output>) -> Void) {
    body(&mutation)
    for id in mutation.changed { changes.record(id, in: nil) }
  }

  /// Applies a policy from now on.
  mutating func apply(_ policy: EmbeddedMutationPolicy) { mutation.apply(policy) }

  /// Returns the starts and ends of writes since the last call.
  mutating func takeSteps() -> [EmbeddedWriteStep] { mutation.takeSteps() }
}

extension MutationState where Input: Equatable {
  /// Ends the oldest running write of an input, as its work does, for previews and tests.
  ///
  /// In a store, the running work is cancelled.
  ///
  /// - Parameters:
  ///   - input: The input; nothing changes if no write of it runs.
  ///   - result: The output, or the error that the write function throws.
  public mutating func finish(_ input: Input, _ result: Result<Output, any Error>) {
    change { $0.finish(result.mapError { LoadError($0) }) { $0 == input } }
  }
}

extension MutationState: Equatable where Input: Equatable, Output: Equatable {
  /// Compares the results, and the inputs and states of the writes, without their ids.
  public static func == (left: Self, right: Self) -> Bool {
    left.loadable == right.loadable
      && left.history.elementsEqual(right.history) { $0.input == $1.input && $0.state == $1.state }
  }
}

extension MutationState: CustomReflectable, CustomStringConvertible {
  /// A mirror of the state and the writes, without internal numbers.
  public var customMirror: Mirror {
    let writes = history.map { (input: $0.input, state: $0.state) }
    return Mirror(self, children: ["state": loadable, "writes": writes], displayStyle: .struct)
  }

  /// The state as text.
  public var description: String { "\(loadable)" }
}
