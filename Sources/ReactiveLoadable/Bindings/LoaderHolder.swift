/// A model of the main actor that shows the state of a loader and passes intents on to it.
///
/// ``LoaderModel`` and ``LoaderObject`` conform. A model of your own needs its state and its appearances
/// only; the intents come with the conformance, those of lists too if it holds a ``PagedLoader``.
@MainActor
public protocol LoaderHolder<Source>: AnyObject, Sendable {
  /// The kind of loader: a ``Loader`` or a ``PagedLoader``.
  associatedtype Source: StateLoader

  /// The state to draw.
  var state: Loadable<Source.Value, Source.Failure> { get }

  /// The loader, and the screens that show it.
  var appearances: LoaderAppearances<Source> { get }
}

extension LoaderHolder {
  /// The loader that does the work.
  public var loader: Source { appearances.loader }

  /// The loader's states, for code that is no view; they are not delivered on the main actor.
  public var states: ReadOnlyRelay<Loadable<Source.Value, Source.Failure>> { loader.states }

  // MARK: Coming and going

  /// Loads what a key stands for unless it is there or on its way, for a view that appears (V6).
  ///
  /// - Parameters:
  ///   - key: What to load.
  ///   - visitor: Which view it is: counted once, however often it appears. Without one, each call
  ///     counts. For an object pass its `ObjectIdentifier`, because the visitor is kept.
  public func appear(_ key: Source.Key, as visitor: AnyHashable? = nil) {
    appearances.appear(key, as: visitor)
  }

  /// Does what the ``DisappearPolicy`` says if this view is the last one to leave (V7).
  ///
  /// - Parameter visitor: Which view it is, as it appeared. A view that did not changes nothing.
  public func disappear(as visitor: AnyHashable? = nil) { appearances.disappear(as: visitor) }

  // MARK: Intents

  /// Loads what a key stands for, joining a load of it.
  ///
  /// - Parameter key: What to load.
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func load(_ key: Source.Key) -> LoadTask<Source.Value, Source.Failure> {
    loader.load(key)
  }

  /// Loads what a key stands for unless it is there or on its way: once and only once.
  ///
  /// - Parameter key: What to load.
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func loadIfNeeded(_ key: Source.Key) -> LoadTask<Source.Value, Source.Failure> {
    loader.loadIfNeeded(key)
  }

  /// Loads again, goes on showing what is there, and returns when that is over.
  ///
  /// This is what `.refreshable` needs. Its task is cancelled when the view is drawn anew; then
  /// this returns, with ``LoadOutcome/abandoned``, and the load goes on.
  ///
  /// - Returns: How the load ended; not needed if nothing was ever asked for.
  @discardableResult
  public func refresh() async -> LoadOutcome<Source.Value, Source.Failure> {
    await loader.refresh().outcome()
  }

  /// Asks again for what has failed; does nothing in any other state.
  ///
  /// - Returns: A handle of the load; its outcome is not needed if nothing has failed.
  @discardableResult
  public func retry() -> LoadTask<Source.Value, Source.Failure> { loader.retry() }

  /// Stops what runs and goes back to the last settled state, with what was written since.
  public func cancel() { loader.cancel() }

  /// Stops what runs and forgets everything, for instance when the user logs out.
  public func reset() { loader.reset() }
}

extension LoaderHolder where Source.Key == NoRequest {
  /// Loads unless the value is there or on its way, for a view that appears (V6).
  ///
  /// - Parameter visitor: Which view it is: counted once, however often it appears. Without one,
  ///   each call counts. For an object pass its `ObjectIdentifier`, because the visitor is kept.
  public func appear(as visitor: AnyHashable? = nil) { appear(NoRequest(), as: visitor) }

  /// Loads, joining a load that runs.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func load() -> LoadTask<Source.Value, Source.Failure> { load(NoRequest()) }

  /// Loads unless the value is there or on its way: once and only once.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func loadIfNeeded() -> LoadTask<Source.Value, Source.Failure> {
    loadIfNeeded(NoRequest())
  }
}
