package import ReactiveRelays

/// A cache that publishes the resets of its scope, for rows that show a value without an interest.
package protocol ResettableCache {
  /// Publishes each reset, after the values have been removed.
  var resets: ReadOnlyEvents<Void> { get }
}

extension LoaderCache: ResettableCache {
  package var resets: ReadOnlyEvents<Void> { storage.resets.readOnly }
}
