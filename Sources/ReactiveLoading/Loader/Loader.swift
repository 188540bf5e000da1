public import ReactiveRelays

/// Loads a value on request and publishes one ``Loadable`` state.
///
/// A model or view holds a loader, calls its intents and draws its states:
///
/// ```swift
/// let podcasts = Loader { try await api.podcasts() }
///
/// podcasts.loadIfNeeded()                       // on appear: once, however often it is called
/// podcasts.states.sinkOnMainActor { draw($0) }  // the current state first, then every change
/// await podcasts.refresh().outcome()            // pull to refresh: the old rows stay visible
/// ```
///
/// The effect of an intent depends on the running load:
///
/// | intent | while loading the same request | while loading another | while settled |
/// |---|---|---|---|
/// | load | joins it | replaces it | starts; the value of the same request stays visible |
/// | loadIfNeeded | joins it | replaces it | starts unless loaded and fresh |
/// | refresh | joins it | joins it | runs the last request again; without one, does nothing |
/// | retry | does nothing | does nothing | starts from the failed state only |
/// | cancel | returns to the last settled state, with values set since | the same | does nothing |
/// | reset | becomes not requested | the same | becomes not requested |
/// | set | publishes the value; the load continues, its result wins | the same | becomes loaded |
/// | invalidate | the result will be stale | the same | the value is stale |
///
/// So concurrent calls for one request are deduplicated, and the newest request wins. A
/// ``LoadPolicy`` configures the previous value, the freshness, the retries and the timeouts.
///
/// A result that arrives after its load was replaced, cancelled or reset is dropped, even when the
/// work ignores its cancellation. A cancellation error is never a failure. When the loader is
/// deallocated, its work is cancelled and ``states`` finishes. Work and streams do not keep the
/// loader alive, so closures need no `[weak self]`.
///
/// Intents may be called from any thread, also from within an observer of ``states``. The load
/// function starts within the call, on the caller's thread but not on its actor, and the intent
/// returns at its first suspension. The load function and the `==` of the request run outside the
/// lock. See <doc:LoaderContract>.
///
/// A test compares the states with a marble diagram, in virtual time:
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
  @usableFromInline package let storage: LoadStorage<Request, Value, Failure>

  @inlinable
  init(_ policy: consuming LoadPolicy, _ work: LoadWork<Request, Value, Failure>) {
    storage = LoadStorage(policy: policy, work: work)
  }

  package init(_ storage: LoadStorage<Request, Value, Failure>) { self.storage = storage }

  deinit { storage.close() }

  /// The current state; it includes the change of an intent when the intent returns.
  @inlinable public var state: Loadable<Value, Failure> { storage.states.value }

  /// The current state, followed by every change in order.
  ///
  /// It finishes when the loader is deallocated. Observers run on the thread of the intent or of
  /// the work that changed the state. While another thread is delivering, that thread delivers the
  /// change too, and ``state`` is briefly ahead of the observers. To wait for the end of a load,
  /// await the outcome of its handle. See <doc:RelayContract#R3-Serial-delivery>.
  public var states: ReadOnlyRelay<Loadable<Value, Failure>> { storage.states.readOnly }

  /// Performs an intent, as described in the table of ``Loader``.
  ///
  /// - Parameter intent: The intent to perform.
  /// - Returns: A handle of the load that was started or joined, to await its outcome or cancel it.
  @discardableResult
  public func perform(_ intent: LoadIntent<Request, Value>) -> LoadTask<Value, Failure> {
    storage.perform(intent)
  }

  /// Performs the intents of a publisher for the lifetime of the loader.
  ///
  /// - Parameter intents: The intents. The loader subscribes immediately and performs each intent
  ///   on the thread that publishes it.
  public func perform(on intents: some Publisher<LoadIntent<Request, Value>, Never>) {
    storage.perform(on: intents)
  }

  /// Performs the intents of an async sequence for the lifetime of the loader.
  ///
  /// - Parameter intents: The intents, which a task of the loader iterates from now on.
  public func perform<Intents: AsyncSequence & Sendable>(on intents: Intents)
  where Intents.Element == LoadIntent<Request, Value>, Intents.Failure == Never {
    storage.perform(on: intents) { $0 }
  }
}
