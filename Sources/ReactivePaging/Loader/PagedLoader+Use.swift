public import ReactiveLoading
public import ReactiveRelays

extension PagedLoader {
  /// A Boolean value that indicates whether something uses the list: a screen or a subscriber.
  ///
  /// A list is in use while ``states`` has a subscriber, while the views of a model of the loader
  /// are visible, and while ``PagedRows`` of it are in use. See <doc:KnowingWhatIsInUse>. Any thread
  /// may read it.
  public var isInUse: Bool { storage.states.isInUse }

  /// The current ``isInUse``, followed by every change in order; see ``Loader/usage``.
  public var usage: ReadOnlyRelay<Bool> { storage.states.usage }

  /// Loads all pages again if the list is stale, and failed pages again.
  ///
  /// A list that is scrolled far keeps its length and its position. It does nothing before the
  /// first request, and joins a running load of the list. See
  /// <doc:KnowingWhatIsInUse#U5-Revalidating-a-list>.
  ///
  /// - Returns: A handle of the load; its outcome is `skipped(.fresh)` if the list is fresh, and
  ///   `skipped(.noRequest)` if none is shown.
  @discardableResult
  public func revalidate() -> LoadTask<List, Failure> { perform(.revalidate) }
}
