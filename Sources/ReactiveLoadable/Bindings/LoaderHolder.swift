import ReactiveLoading
import ReactiveRelays

/// A model on the main actor that has the state of a loader and forwards intents to it.
///
/// ``LoaderModel`` and ``LoaderObject`` conform. A custom model implements only ``state`` and
/// ``appearances``; the conformance adds the intents, and those of a list if the loader is a
/// ``PagedLoader``.
@MainActor
public protocol LoaderHolder<Source>: AnyObject, Sendable {
  /// The type of the loader: a ``Loader`` or a ``PagedLoader``.
  associatedtype Source: StateLoader

  /// The state to draw.
  var state: Loadable<Source.Value, Source.Failure> { get }

  /// The loader, and the views that show it.
  var appearances: LoaderAppearances<Source> { get }
}

extension LoaderHolder {
  /// The loader of the model.
  public var loader: Source { appearances.loader }

  /// The states of the loader, for code outside of views; they may be published on any thread.
  public var states: ReadOnlyRelay<Loadable<Source.Value, Source.Failure>> { loader.states }

  // MARK: Appearing and leaving

  /// Loads a key for a view that appears, unless its value is fresh or its load is in flight.
  ///
  /// See <doc:HoldingALoaderInAView#V6-Appearing>.
  ///
  /// - Parameters:
  ///   - key: The key to load.
  ///   - visitor: An identifier of the view, which counts once, however often it appears. Without
  ///     an identifier, each call counts. The identifier is retained: for an object pass its
  ///     `ObjectIdentifier`.
  public func appear(_ key: Source.Key, as visitor: AnyHashable? = nil) {
    appearances.appear(key, as: visitor)
  }

  /// Applies the ``DisappearPolicy`` if the view that disappears is the last one.
  ///
  /// See <doc:HoldingALoaderInAView#V7-Disappearing>.
  ///
  /// - Parameter visitor: The identifier that the view passed to `appear`. A view that has not
  ///   appeared changes nothing.
  public func disappear(as visitor: AnyHashable? = nil) { appearances.disappear(as: visitor) }

  // MARK: Intents

  /// Loads a key, or joins its load in flight.
  ///
  /// - Parameter key: The key to load.
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func load(_ key: Source.Key) -> LoadTask<Source.Value, Source.Failure> {
    loader.load(key)
  }

  /// Loads a key, unless its value is fresh or its load is in flight.
  ///
  /// - Parameter key: The key to load.
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func loadIfNeeded(_ key: Source.Key) -> LoadTask<Source.Value, Source.Failure> {
    loader.loadIfNeeded(key)
  }

  /// Reloads, and returns when the load has ended; the previous value stays visible until then.
  ///
  /// It does nothing before the first load.
  ///
  /// Call it in `.refreshable`. SwiftUI cancels that task when it redraws the view: the call then
  /// returns ``LoadOutcome/abandoned``, and the load continues. In a synchronous action, such as
  /// that of a `UIRefreshControl`, call `loader.refresh()`, which returns immediately.
  ///
  /// - Returns: The outcome of the load; `skipped(.noRequest)` if nothing was requested before.
  @discardableResult
  public func refresh() async -> LoadOutcome<Source.Value, Source.Failure> {
    await loader.refresh().outcome()
  }

  /// Runs a failed load again; does nothing in any other state.
  ///
  /// - Returns: A handle of the load; its outcome is `skipped(.noFailure)` if nothing has failed.
  @discardableResult
  public func retry() -> LoadTask<Source.Value, Source.Failure> { loader.retry() }

  /// Cancels the load in flight and restores the last settled state, with values set since.
  public func cancel() { loader.cancel() }

  /// Cancels the load in flight and drops all loaded values, for instance when the user logs out.
  public func reset() { loader.reset() }

  /// Marks the loaded values, and the result of a load in flight, as stale.
  ///
  /// The next `appear` or `loadIfNeeded` refreshes.
  public func invalidate() { loader.invalidate() }
}

extension LoaderHolder where Source: SettableLoader {
  /// Sets a value that another source provides, for instance the response of an edit.
  ///
  /// - Parameter value: The value to publish. A load in flight continues, and its result wins.
  public func set(_ value: Source.Value) { loader.set(value) }
}

extension LoaderHolder where Source.Key == NoRequest {
  /// Loads for a view that appears, unless the value is fresh or a load is in flight.
  ///
  /// See <doc:HoldingALoaderInAView#V6-Appearing>.
  ///
  /// - Parameter visitor: An identifier of the view, which counts once, however often it appears.
  ///   Without an identifier, each call counts. The identifier is retained: for an object pass its
  ///   `ObjectIdentifier`.
  public func appear(as visitor: AnyHashable? = nil) { appear(NoRequest(), as: visitor) }

  /// Loads, or joins the load in flight.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func load() -> LoadTask<Source.Value, Source.Failure> { load(NoRequest()) }

  /// Loads, unless the value is fresh or a load is in flight.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func loadIfNeeded() -> LoadTask<Source.Value, Source.Failure> {
    loadIfNeeded(NoRequest())
  }
}
