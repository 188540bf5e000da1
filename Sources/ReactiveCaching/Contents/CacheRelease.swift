import ReactiveLoading

/// The values to release, the loaders to close and the events to publish outside the lock.
struct CacheRelease {
  /// An event about an entry.
  enum Event {
    case evicted(AnyCacheEntry)
    case refused(AnyCacheEntry, cost: Int)
  }

  var states: [CachedState] = []
  var objects: [AnyObject] = []
  var loaders: [CachedLoader] = []
  var events: [Event] = []
}

/// A change that the loader of a key reports.
struct LoaderChange {
  let revision: LoadRevision
  let decision: UInt
  let state: CachedState
  let isFailure: Bool
  /// True if the value is an edit of the one before, which is as fresh as that one.
  var isEdit = false
  /// True if edits of writes in flight are part of the value.
  var hasUnsavedEdits = false
  /// The cost and expiry of a new value; `nil` if the value is the same as before.
  var metadata: CacheEntryMetadata?
  /// The operations on the record of the key; `nil` for none.
  var saving: ValueSaving?
}
