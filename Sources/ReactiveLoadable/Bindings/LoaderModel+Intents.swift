import ReactiveLoading
import ReactivePaging

// The intents of views. All other intents are those of the loader: `model.loader.cancel()`.

extension LoaderModel {
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
    visitors.enter(visitor)
    use.set(true)
    loader.loadIfNeeded(key)
  }

  /// Loads for a view that appears, unless the value is fresh or a load is in flight.
  ///
  /// See <doc:HoldingALoaderInAView#V6-Appearing>.
  ///
  /// - Parameter visitor: An identifier of the view, which counts once, however often it appears.
  ///   Without an identifier, each call counts. The identifier is retained: for an object pass its
  ///   `ObjectIdentifier`.
  public func appear(as visitor: AnyHashable? = nil) where Source.Key == NoRequest {
    appear(NoRequest(), as: visitor)
  }

  /// Applies the ``DisappearPolicy`` if the view that disappears is the last one.
  ///
  /// See <doc:HoldingALoaderInAView#V7-Disappearing>.
  ///
  /// - Parameter visitor: The identifier that the view passed to `appear`. A view that has not
  ///   appeared changes nothing.
  public func disappear(as visitor: AnyHashable? = nil) {
    let (isLast, left) = visitors.disappear(visitor)
    defer { withExtendedLifetime(left) {} }
    guard isLast else { return }
    use.set(false)
    switch onDisappear {
    case .continueLoading: break
    case .cancelLoad: loader.cancel()
    }
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
}

// MARK: Lists

extension LoaderModel where Source: ListLoader {
  /// Reports a row as visible, which prefetches the next or previous page near an end of the list.
  ///
  /// See <doc:PagingContract#P5-Prefetching>.
  ///
  /// - Parameter id: The id of the row's item; an unknown id changes nothing.
  public func visible(_ id: Source.Item.ID) { loader.perform(.visible(id)) }

  /// Reports a row as visible, which prefetches the next or previous page near an end of the list.
  ///
  /// See <doc:PagingContract#P5-Prefetching>.
  ///
  /// - Parameter index: The index of the row's item; an index out of bounds changes nothing.
  public func visible(at index: Int) { loader.perform(.visible(at: index)) }

  /// Appends the next page, for instance for a "Load more" button.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func next() -> LoadTask<Source.Value, Source.Failure> { loader.perform(.next) }

  /// Reloads all pages, and returns when the load has ended; the list stays visible until then.
  ///
  /// Unlike ``LoaderModel/refresh()``, which loads the first page only, this deep refresh keeps
  /// the length and the scroll position of the list. See <doc:PagingContract#P4-Refresh>.
  ///
  /// - Returns: The outcome of the load; `skipped(.noRequest)` if nothing was requested before.
  @discardableResult
  public func refreshAllPages() async -> LoadOutcome<Source.Value, Source.Failure> {
    await loader.perform(.refreshAllPages).outcome()
  }
}

/// The views that show a loader.
///
/// A visitor with an identifier counts once, however often it appears; without one, each call
/// counts.
struct Visitors {
  private var named: Set<AnyHashable> = []
  private var unnamed = 0

  private var isEmpty: Bool { named.isEmpty && unnamed == 0 }

  mutating func enter(_ visitor: AnyHashable?) {
    if let visitor { named.insert(visitor) } else { unnamed += 1 }
  }

  /// Removes a visitor; returns whether it was the last one.
  ///
  /// A visitor that has not entered changes nothing. The result contains the stored identifier, so
  /// that the caller releases it: its release may deallocate an object.
  mutating func disappear(_ visitor: AnyHashable?) -> (isLast: Bool, left: AnyHashable?) {
    if let visitor {
      let left = named.remove(visitor)
      return (left != nil && isEmpty, left)
    }
    guard unnamed > 0 else { return (false, nil) }
    unnamed -= 1
    return (isEmpty, nil)
  }
}
