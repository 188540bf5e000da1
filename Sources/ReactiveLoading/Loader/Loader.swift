public import CombineShim
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
/// | revalidate | joins it | joins it | runs the last request again if it is stale or failed |
/// | retry | skips the delay before a retry | the same | starts from the failed state only |
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

  @inlinable
  package init(_ storage: LoadStorage<Request, Value, Failure>) { self.storage = storage }

  /// Creates a loader that stays in a state, because it ignores every intent.
  package init(closedIn state: Loadable<Value, Failure>) {
    storage = LoadStorage(policy: LoadPolicy(), work: .none)
    storage.stop()
    storage.states.accept(state)
  }

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
}

extension Loader {
  /// Creates a loader whose load function throws its own failure type, or nothing.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the loader; `LoadPolicy()` by default.
  ///   - load: An async function that returns the value of a request. It may run for several
  ///     requests concurrently, for instance when a replaced load ignores its cancellation.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request) async throws(Failure) -> Value
  ) {
    self.init(policy, LoadWork { request, _ throws(Failure) in try await load(request) })
  }

  /// Creates a loader whose load function throws any error, which becomes a ``LoadError``.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request) async throws -> Value
  ) where Failure == LoadError {
    self.init(policy, LoadWork(wrapping: { request, _ in try await load(request) }))
  }

  /// Creates a loader whose load function also reports progress and partial values.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request, LoadReporter<Value>) async throws(Failure) -> Value
  ) {
    self.init(
      policy,
      LoadWork { request, reporter throws(Failure) in try await load(request, reporter()) }
    )
  }

  /// Creates a loader whose load function also reports progress, and throws any error.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (Request, LoadReporter<Value>) async throws -> Value
  ) where Failure == LoadError {
    self.init(
      policy,
      LoadWork(wrapping: { request, reporter in try await load(request, reporter()) })
    )
  }
}

extension Loader where Request == NoRequest {
  /// Creates a loader that takes no request and whose load function throws a typed failure.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable () async throws(Failure) -> Value
  ) {
    self.init(policy, LoadWork { _, _ throws(Failure) in try await load() })
  }

  /// Creates a loader that takes no request and whose load function throws any error.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable () async throws -> Value
  ) where Failure == LoadError {
    self.init(policy, LoadWork(wrapping: { _, _ in try await load() }))
  }

  /// Creates a loader that takes no request and whose load function also reports progress.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (LoadReporter<Value>) async throws(Failure) -> Value
  ) {
    self.init(policy, LoadWork { _, reporter throws(Failure) in try await load(reporter()) })
  }

  /// Creates a loader without requests whose load function reports, and throws any error.
  @inlinable
  public convenience init(
    policy: consuming LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (LoadReporter<Value>) async throws -> Value
  ) where Failure == LoadError {
    self.init(policy, LoadWork(wrapping: { _, reporter in try await load(reporter()) }))
  }
}

// MARK: Intents

extension Loader {
  /// Loads the value for a request, or joins a running load of the same request.
  ///
  /// - Parameter request: The request to load.
  /// - Returns: A handle of the load that was started or joined.
  @inlinable @discardableResult
  public func load(_ request: Request) -> LoadTask<Value, Failure> {
    storage.load(request, ifNeeded: false)
  }

  /// Loads the value for a request unless it is loaded and fresh, or in flight.
  ///
  /// Any number of calls from any threads run the load function once while the value is fresh,
  /// which by default is forever. After a failure the next call loads again. See
  /// <doc:LoaderContract#L3-Loading-once>.
  ///
  /// - Parameter request: The request to load.
  /// - Returns: A handle of the load that was started or joined.
  @inlinable @discardableResult
  public func loadIfNeeded(_ request: Request) -> LoadTask<Value, Failure> {
    storage.load(request, ifNeeded: true)
  }

  /// Runs the last request again; its value stays visible during the load.
  ///
  /// Before the first load and after a reset there is no last request, also for a loader without
  /// requests: then it does nothing. Call `load` or `loadIfNeeded` to start.
  ///
  /// - Returns: A handle of the load; its outcome is `skipped(.noRequest)` without a last request.
  @discardableResult
  public func refresh() -> LoadTask<Value, Failure> { perform(.refresh) }

  /// Runs the failed request again, or skips the delay before an automatic retry.
  ///
  /// - Returns: A handle of the load; its outcome is `skipped(.noFailure)` in any other state.
  @discardableResult
  public func retry() -> LoadTask<Value, Failure> { perform(.retry) }

  /// Cancels the running load and returns to the last settled state, with values set since.
  public func cancel() { perform(.cancel) }

  /// Cancels the running load and removes all values, for instance when the user logs out.
  public func reset() { perform(.reset) }

  /// Sets a value that another source provides, for instance a file or an edit.
  ///
  /// A running load continues, and its result wins. During the load of another request the value is
  /// that of the settled state, and visible only under ``LoadPolicy/Previous/always``. See
  /// <doc:LoaderContract#L19-Values-that-are-set>.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - request: The request that the value belongs to. By default it is the current request:
  ///     the running one, or else that of the value or failure. Without one the value belongs to no
  ///     request, except in a loader without requests.
  ///   - age: The time since the value was loaded; `nil`, the default, for a new value. A value
  ///     with an age is fresh only under ``Freshness/lasting(_:)``, for the rest of that time.
  public func set(_ value: Value, for request: Request? = nil, age: Duration? = nil) {
    storage.set(value, for: request, age: age)
  }

  /// Marks the current value as stale, whatever its freshness, for instance after an edit.
  ///
  /// No state is published. The next `loadIfNeeded` refreshes. The result of a load in flight will
  /// be stale, too: a later `loadIfNeeded`, `load` or `refresh` replaces that load instead of
  /// joining it.
  public func invalidate() { perform(.invalidate) }

  /// Observes this loader from now on, in addition to the observer of its policy.
  ///
  /// See <doc:ObservingLoads#O6-Start-and-end-of-an-observation>.
  ///
  /// - Parameter observer: The observer.
  /// - Returns: The observation, which ends when it is cancelled or released.
  public func observe(_ observer: LoadObserver) -> AnyCancellable {
    storage.add(observer)
  }
}

extension Loader where Request == NoRequest {
  /// Loads the value, or joins the running load.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func load() -> LoadTask<Value, Failure> { load(NoRequest()) }

  /// Loads the value unless it is loaded and fresh, or in flight; see ``loadIfNeeded(_:)``.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func loadIfNeeded() -> LoadTask<Value, Failure> { loadIfNeeded(NoRequest()) }

  /// Loads the value if needed when the loader becomes in use; see ``loadWhenObserved(_:)``.
  public func loadWhenObserved() { loadWhenObserved(NoRequest()) }
}

extension Loader: Described, NamedObject {
  package var objectText: ObjectText {
    ObjectText("Loader", name: nameInText, request: currentRequest, state: "\(state)")
  }

  package var debugDetails: [String?] {
    [storage.loadPolicy.inWords, storage.states.source.subscribersInWords]
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    [
      "name": nameInText, "request": currentRequest, "state": state,
      "policy": storage.loadPolicy.inWords, "subscribers": storage.states.subscriberCount,
    ]
  }

  private var currentRequest: Request? {
    storage.keyInQuestion.flatMap { $0 is NoRequest ? nil : $0 }
  }

  package var nameInText: String? { storage.loadPolicy.name }
  package var requestInText: Any? { currentRequest }
}
