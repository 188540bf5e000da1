/// Loads a value on request and tells how it stands, as one ``Loadable`` state.
///
/// Callers hold one object. They tell it what they want, and draw what it says:
///
/// ```swift
/// let podcasts = Loader { try await api.podcasts() }
///
/// podcasts.loadIfNeeded()                 // on appear: once, however often it is called
/// podcasts.states.sink { draw($0) }       // the current state first, then every change
/// await podcasts.refresh().outcome()      // pull to refresh: the old rows stay meanwhile
/// ```
///
/// What an intent does depends on what runs (contract L2):
///
/// | intent | while loading the same request | while loading another | while settled |
/// |---|---|---|---|
/// | load | joins it | replaces it | starts; the value of the same request stays shown |
/// | loadIfNeeded | joins it | replaces it | starts unless it is loaded and fresh |
/// | refresh | joins it | joins it | runs the last request again; without one, nothing |
/// | retry | nothing | nothing | starts from failed only |
/// | cancel | back to the last settled state, with what was written since | the same | nothing |
/// | reset | not requested | the same | not requested |
/// | set | shown; the load goes on and its result wins | the same | loaded |
/// | invalidate | its answer will be stale | the same | stale |
///
/// A ``LoadPolicy`` chooses where two screens differ: what stays shown while another request loads,
/// how long a value is good enough, and how a failure is tried again (L7 to L13).
///
/// A result that comes after its load was replaced, cancelled or reset changes nothing, even when
/// the work ignores cancellation (L1). An error that means cancelled is never a failure (L5).
/// Dropping the loader cancels its work and finishes ``states`` (L6); work and streams do not keep
/// it alive, so nobody needs `[weak self]`.
///
/// Intents may be called from any thread, also from within an observer of ``states``. The load
/// function starts within the call, on the caller's thread but not on its actor, and the intent
/// returns at its first suspension. Neither it nor the request's `==` is called under a lock.
/// <doc:LoaderContract> has the whole of it.
///
/// Its test is a diagram, in exact virtual time:
///
/// ```swift
/// marbles(frame: .milliseconds(10)) { m in
///   let answer = m.cold("--a|")
///   let loader = Loader { try await answer() }
///   m.at(.milliseconds(10)) { loader.load() }
///   m.expect(loader.states, "nl-d", ["n": .notRequested, "l": .loading, "d": .loaded("a")])
/// }
/// ```
public final class Loader<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let storage: LoadStorage<Request, Value, Failure>

  init(_ policy: LoadPolicy, _ work: LoadWork<Request, Value, Failure>) {
    storage = LoadStorage(policy: policy, work: work)
  }

  init(_ storage: LoadStorage<Request, Value, Failure>) { self.storage = storage }

  deinit { storage.close() }

  /// The state as it is now; what an intent has changed shows here when the intent returns.
  @inlinable public var state: Loadable<Value, Failure> { storage.states.value }

  /// The state and its changes: the current one first, then each in order, as a relay gives them.
  ///
  /// It finishes when the loader goes away. Observers are called on the thread of the intent or of
  /// the work that changed the state; while another thread is delivering, that one delivers the
  /// change too, and ``state`` is ahead of the observers for a moment (R3). To wait for the end of a
  /// load, await the outcome of its handle.
  public var states: ReadOnlyRelay<Loadable<Value, Failure>> { storage.states.readOnly }

  /// Does what the table of ``Loader`` says for an intent.
  ///
  /// - Parameter intent: What the screen wants.
  /// - Returns: A handle of the load that was started or joined, to await its outcome or cancel it.
  @inlinable @discardableResult
  public func perform(_ intent: LoadIntent<Request, Value>) -> LoadTask<Value, Failure> {
    storage.perform(intent)
  }

  /// Performs the intents of a stream for as long as the loader lives.
  ///
  /// - Parameter intents: Subscribed at once; each intent is performed where it is published.
  public func perform(on intents: some Publisher<LoadIntent<Request, Value>, Never>) {
    storage.perform(on: intents)
  }

  /// Performs the intents of an async sequence for as long as the loader lives.
  ///
  /// - Parameter intents: Iterated at once, in a task of the loader.
  public func perform<Intents: AsyncSequence & Sendable>(on intents: Intents)
  where Intents.Element == LoadIntent<Request, Value>, Intents.Failure == Never {
    storage.perform(on: intents)
  }
}
