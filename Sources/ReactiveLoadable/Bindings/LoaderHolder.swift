/// A model of the main actor that shows the state of a loader and passes intents on to it.
///
/// ``LoaderModel`` and ``LoaderObject`` conform. A model of your own needs its state and its visits
/// only; the intents come with the conformance.
@MainActor
public protocol LoaderHolder<Request, Value, Failure>: AnyObject, Sendable {
  /// What is asked for.
  associatedtype Request: Hashable & Sendable
  /// What is loaded.
  associatedtype Value: Sendable
  /// Why loading fails.
  associatedtype Failure: Error

  /// The state to draw.
  var state: Loadable<Value, Failure> { get }

  /// The loader, and the screens that show it.
  var visits: LoaderVisits<Request, Value, Failure> { get }
}

extension LoaderHolder {
  /// The loader that does the work.
  public var loader: Loader<Request, Value, Failure> { visits.loader }

  /// The loader's states, for code that is no view; they are not delivered on the main actor.
  public var states: ReadOnlyRelay<Loadable<Value, Failure>> { loader.states }

  // MARK: Coming and going

  /// Loads the answer to a request unless it is there or on its way, for a view that appears (V6).
  ///
  /// - Parameters:
  ///   - request: What to load.
  ///   - visitor: Which view it is: counted once, however often it appears. Without one, each call
  ///     counts. For an object pass its `ObjectIdentifier`, because the visitor is kept.
  public func appear(_ request: Request, as visitor: AnyHashable? = nil) {
    visits.appear(request, as: visitor)
  }

  /// Does what the ``LeavingPolicy`` says if this view is the last one to leave (V7).
  ///
  /// - Parameter visitor: Which view it is, as it appeared. A view that did not changes nothing.
  public func leave(as visitor: AnyHashable? = nil) { visits.leave(as: visitor) }

  // MARK: Intents

  /// Loads the answer to a request, joining a load for the same one.
  ///
  /// - Parameter request: What to load.
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func load(_ request: Request) -> LoadTask<Value, Failure> { loader.load(request) }

  /// Loads the answer to a request unless it is there or on its way: once and only once.
  ///
  /// - Parameter request: What to load.
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func loadIfNeeded(_ request: Request) -> LoadTask<Value, Failure> {
    loader.loadIfNeeded(request)
  }

  /// Runs the last request again, goes on showing its value, and returns when that is over.
  ///
  /// This is what `.refreshable` needs. Its task is cancelled when the view is drawn anew; then
  /// this returns, with ``LoadOutcome/abandoned``, and the load goes on.
  ///
  /// - Returns: How the load ended; not needed if nothing was ever asked for.
  @discardableResult
  public func refresh() async -> LoadOutcome<Value, Failure> { await loader.refresh().outcome() }

  /// Runs the failed request again; does nothing in any other state.
  ///
  /// - Returns: A handle of the load; its outcome is not needed if nothing has failed.
  @discardableResult
  public func retry() -> LoadTask<Value, Failure> { loader.retry() }

  /// Stops what runs and goes back to the last settled state, with what was written since.
  public func cancel() { loader.cancel() }

  /// Stops what runs and forgets everything, for instance when the user logs out.
  public func reset() { loader.reset() }
}

extension LoaderHolder where Request == NoRequest {
  /// Loads unless the value is there or on its way, for a view that appears (V6).
  ///
  /// - Parameter visitor: Which view it is: counted once, however often it appears. Without one,
  ///   each call counts. For an object pass its `ObjectIdentifier`, because the visitor is kept.
  public func appear(as visitor: AnyHashable? = nil) { appear(NoRequest(), as: visitor) }

  /// Loads, joining a load that runs.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func load() -> LoadTask<Value, Failure> { loader.load() }

  /// Loads unless the value is there or on its way: once and only once.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func loadIfNeeded() -> LoadTask<Value, Failure> { loader.loadIfNeeded() }
}
