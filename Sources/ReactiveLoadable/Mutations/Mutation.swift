/// Writes on request and tells how it stands, as one ``Loadable`` state and a history.
///
/// The situation: a message is sent, a draft saved, an item deleted. It is a ``Loader``'s counterpart:
/// loads of one request may share an answer, but each write is one of its own and none is lost.
///
/// ```swift
/// let save = Mutation { (draft: Draft) in try await api.save(draft) }
///
/// save.run(draft)                                // returns at once
/// let outcome = await save.run(draft).outcome()  // a second write, after the first
/// save.states.sink { draw($0) }                  // the current state first, then every change
/// save.history.sink { list($0) }                 // what waits, runs and has ended
/// ```
///
/// What a write does while another one is under way is the ``MutationOverlap`` of the
/// ``MutationPolicy``: it waits for its turn, runs beside it, is not needed, or replaces it (M2).
/// The state is loading while any write waits or runs, then what the one brought that ended last (M4).
/// A result that comes after its write was cancelled, replaced or reset changes nothing (M8).
///
/// Dropping the mutation loses nothing: what was asked for is written, and ``states`` and ``history``
/// finish when that is done (M10). Nobody needs `[weak self]`.
///
/// Writes may be started from any thread, also from within an observer; the order of the calls is the
/// order of the writes. The write function is called outside every lock.
///
/// Its test is a diagram, in exact virtual time:
///
/// ```swift
/// marbles(frame: .milliseconds(10)) { m in
///   let answer = m.cold("--a|")
///   let save = m.keep(Mutation { (_: String) in try await answer() })
///   m.hot("-x---y") { save.run($0) }
///   m.expect(save.states, "nl-d-l-d", .states(loaded: ["d": "a"]))
///   m.expectSubscriptions(answer, ["-^-!", "-----^-!"])
/// }
/// ```
///
/// <doc:WritingWithMutations> is its contract, with a diagram for each article.
public final class Mutation<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  private let storage: MutationStorage<Input, Output, Failure>

  /// Creates a mutation whose write function throws its own failure type, or nothing.
  ///
  /// - Parameters:
  ///   - policy: How the mutation behaves; each default is the safe choice.
  ///   - write: Writes an input and returns what came of it. Only with ``MutationOverlap/concurrent`` it
  ///     may be running for several inputs at once.
  public init(
    policy: MutationPolicy = MutationPolicy(),
    _ write: @escaping @Sendable (Input) async throws(Failure) -> Output
  ) {
    storage = MutationStorage(policy: policy, work: write)
  }

  init(
    policy: MutationPolicy,
    editor: MutationEditor<Input, Output, Failure>,
    write: @escaping @Sendable (Input) async throws(Failure) -> Output
  ) {
    storage = MutationStorage(policy: policy, editor: editor, work: write)
  }

  /// Creates a mutation whose write function throws any error, which becomes a ``LoadError``.
  ///
  /// - Parameters:
  ///   - policy: How the mutation behaves; each default is the safe choice.
  ///   - write: Writes an input and returns what came of it.
  public convenience init(
    policy: MutationPolicy = MutationPolicy(),
    _ write: @escaping @Sendable (Input) async throws -> Output
  ) where Failure == LoadError {
    self.init(policy: policy) { input async throws(LoadError) -> Output in
      do { return try await write(input) } catch { throw LoadError(error) }
    }
  }

  deinit { storage.handle(.close) }

  /// Writes an input, when the order of the policy lets it.
  ///
  /// - Parameter input: What to write. Equal inputs are two writes.
  /// - Returns: A handle of this write alone, to await its outcome or cancel it. With
  ///   ``MutationOverlap/ignore`` its outcome is not needed while another write is under way.
  @discardableResult
  public func run(_ input: Input) -> LoadTask<Output, Failure> { storage.run(input) }

  /// Ends every write that waits or runs as cancelled, and goes back to the last settled state.
  ///
  /// What a write brought that has ended meanwhile stays (M5).
  public func cancel() { storage.handle(.cancel) }

  /// Cancels, and forgets state and history, for instance when the user logs out.
  public func reset() { storage.handle(.reset) }

  /// The state as it is now; what a call has changed shows here when the call returns.
  public var state: Loadable<Output, Failure> { storage.states.value }

  /// The state and its changes: the current one first, then each in order, as a relay gives them.
  ///
  /// It finishes when the mutation has gone away and nothing waits or runs any more. Observers are
  /// called on the thread of the call or of the work that changed the state; while another thread
  /// is delivering, that one delivers the change too, and ``state`` is ahead for a moment (R3).
  public var states: ReadOnlyRelay<Loadable<Output, Failure>> { storage.states.readOnly }

  /// What waits, what runs, and the newest of what has ended, in the order of the calls.
  ///
  /// ``MutationPolicy/historyLimit`` says how many that have ended are kept; all others are always
  /// there. A change costs a copy of the records, so what waits should be hundreds, not millions. It
  /// changes in the same order as ``states``, and finishes with them.
  public var history: ReadOnlyRelay<[MutationRecord<Input, Output, Failure>]> {
    storage.history.readOnly
  }
}
