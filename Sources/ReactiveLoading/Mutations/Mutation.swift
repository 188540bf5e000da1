public import CombineShim
public import ReactiveRelays

/// Performs writes and publishes one ``Loadable`` state and a history.
///
/// Use it to send a message, save a draft or delete an item. It is the counterpart of a ``Loader``:
/// loads of one request may share a result, but every write runs once and none is lost.
///
/// ```swift
/// let save = Mutation { (draft: Draft) in try await api.save(draft) }
///
/// save.run(draft)                                // returns immediately
/// let outcome = await save.run(draft).outcome()  // a second write, after the first
/// save.states.sinkOnMainActor { draw($0) }       // the current state first, then every change
/// save.history.sinkOnMainActor { list($0) }      // waiting, running and ended writes
/// ```
///
/// While another write is in flight, the ``MutationOverlap`` of the ``MutationPolicy`` decides: the
/// new write waits for its turn, runs concurrently, is skipped, or replaces the other. The state
/// is loading while any write waits or runs, and then the result of the write that ended last. A
/// result that arrives after its write was cancelled, replaced or reset is dropped.
///
/// Releasing the mutation loses no write: by default all writes still run, and ``states`` and
/// ``history`` finish after the last one. Closures need no `[weak self]`.
///
/// Writes may be started from any thread, also from within an observer; the order of the calls is
/// the order of the writes. The write function runs outside the lock.
///
/// A test compares the states with a marble diagram, in virtual time:
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
/// See <doc:WritingWithMutations> for its contracts, with diagrams.
public final class Mutation<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  @usableFromInline let storage: MutationStorage<Input, Output, Failure>

  /// Creates a mutation whose write function throws its own failure type, or nothing.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the mutation; `MutationPolicy()` by default.
  ///   - order: The key of a write, if only the writes of one key are in order; by default all
  ///     writes are.
  ///   - write: The function that writes an input and returns the output. It runs for several
  ///     inputs concurrently only with ``MutationOverlap/concurrent``, or for different keys.
  @inlinable
  public convenience init(
    policy: MutationPolicy = MutationPolicy(),
    order: MutationOrder<Input>? = nil,
    _ write: @escaping @Sendable (Input) async throws(Failure) -> Output
  ) {
    self.init(policy, order, LoadWork { input, _ throws(Failure) in try await write(input) })
  }

  @inlinable
  init(
    _ policy: MutationPolicy,
    _ order: MutationOrder<Input>?,
    _ work: LoadWork<Input, Output, Failure>,
    editor: MutationEditor? = nil
  ) {
    storage = MutationStorage(policy: policy, order: order, editor: editor, work: work)
  }

  /// Creates a mutation whose write function throws any error, which becomes a ``LoadError``.
  @inlinable
  public convenience init(
    policy: MutationPolicy = MutationPolicy(),
    order: MutationOrder<Input>? = nil,
    _ write: @escaping @Sendable (Input) async throws -> Output
  ) where Failure == LoadError {
    self.init(policy, order, LoadWork(wrapping: { input, _ in try await write(input) }))
  }

  deinit { storage.close() }

  /// Starts the write of an input, or enqueues it if the overlap of the policy requires it.
  ///
  /// - Parameter input: The input to write; equal inputs are two writes.
  /// - Returns: A handle of this write only, to await its outcome or cancel it. With
  ///   ``MutationOverlap/ignore`` its outcome is `skipped(.busy)` while another write is in flight.
  @inlinable @discardableResult
  public func run(_ input: Input) -> LoadTask<Output, Failure> {
    LoadTask(storage.run(Box(input)))
  }

  /// Cancels every write that waits or runs, and returns to the last settled state.
  ///
  /// The outputs of writes that have already ended stay. See
  /// <doc:WritingWithMutations#M5-Cancelling>.
  public func cancel() { storage.handle(.cancel) }

  /// Cancels every write and clears state and history, for instance when the user logs out.
  public func reset() { storage.handle(.reset) }

  /// The current state; it includes the change of a call when the call returns.
  public var state: Loadable<Output, Failure> { storage.states.value }

  /// The current state, followed by every change in order.
  ///
  /// It finishes when the mutation is deallocated and no write waits or runs. Observers run on the
  /// threads that ``Loader/states`` describes.
  public var states: ReadOnlyRelay<Loadable<Output, Failure>> { storage.states.readOnly }

  /// The waiting and running writes and the newest ended writes, in the order of the calls.
  ///
  /// The newest write of an input is the last one: ``record(of:)`` returns it, and `newest(by:)`
  /// the newest one of each input.
  ///
  /// It holds at most ``MutationPolicy/historyLimit`` ended writes, and all others. After the first
  /// access to it, each change copies the records, so limit a queue to hundreds of writes. The
  /// history changes in the same order as ``states``, and finishes with them.
  public var history: ReadOnlyRelay<[MutationRecord<Input, Output, Failure>]> {
    storage.readHistory().readOnly
  }

  /// Observes this mutation from now on, in addition to the observer of its policy.
  ///
  /// See <doc:ObservingLoads#O6-Start-and-end-of-an-observation>.
  ///
  /// - Parameter observer: The observer.
  /// - Returns: The observation, which ends when it is cancelled or released.
  public func observe(_ observer: LoadObserver) -> AnyCancellable {
    storage.add(observer)
  }
}

extension Mutation: Described {
  package var objectText: ObjectText {
    let open = storage.openWrites
    let running = open.running > 0 ? ", \(open.running) running" : ""
    let waiting = open.waiting > 0 ? ", \(open.waiting) waiting" : ""
    return ObjectText(
      "Mutation",
      name: storage.loadPolicy.name,
      state: "\(cutText("\(state)", 200))\(running)\(waiting)"
    )
  }

  package var debugDetails: [String?] {
    [storage.policyInWords, storage.states.source.subscribersInWords]
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    let open = storage.openWrites
    return [
      "name": storage.loadPolicy.name, "state": state, "running": open.running,
      "waiting": open.waiting, "history": storage.currentRecords,
      "policy": storage.policyInWords, "subscribers": storage.states.subscriberCount,
    ]
  }
}

extension Mutation where Input == NoRequest {
  /// Creates a mutation that takes no input and whose write function throws a typed failure.
  @inlinable
  public convenience init(
    policy: MutationPolicy = MutationPolicy(),
    _ write: @escaping @Sendable () async throws(Failure) -> Output
  ) {
    self.init(policy, nil, LoadWork { _, _ throws(Failure) in try await write() })
  }

  /// Creates a mutation that takes no input and whose write function throws any error.
  @inlinable
  public convenience init(
    policy: MutationPolicy = MutationPolicy(),
    _ write: @escaping @Sendable () async throws -> Output
  ) where Failure == LoadError {
    self.init(policy, nil, LoadWork(wrapping: { _, _ in try await write() }))
  }

  /// Starts a write, or enqueues it if the overlap of the policy requires it.
  ///
  /// - Returns: A handle of this write only.
  @discardableResult
  public func run() -> LoadTask<Output, Failure> { run(NoRequest()) }
}
