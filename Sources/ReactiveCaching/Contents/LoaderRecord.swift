import ReactiveLoading
import ReactiveRelays

/// The record of a key while the key has a loader: the value that was restored from it.
// SAFETY: `resets` is guarded by the lock of the cache.
final class LoaderRecord: @unchecked Sendable {
  let records: CacheRecords
  let request: AnyBox
  /// The number of resets that the loader has had, or is about to have.
  ///
  /// What it loaded before them is not saved.
  @exclusivity(unchecked) var resets: UInt = 0
  private let restored = Lock((value: AnyBox, metadata: CacheEntryMetadata)?.none)

  init(_ records: CacheRecords, of request: AnyBox) {
    self.records = records
    self.request = request
  }

  /// Records the value that the loader may take, with its times, which depend on its age.
  func recordRestored(_ value: AnyBox, _ metadata: CacheEntryMetadata) {
    let old = restored.withLock { restored in
      defer { restored = (value, metadata) }
      return restored
    }
    withExtendedLifetime(old) {}
  }

  /// Returns the cost and the times of a restored value.
  func metadata(of value: AnyBox) -> CacheEntryMetadata? {
    restored.withLock { $0.flatMap { $0.value === value ? $0.metadata : nil } }
  }

  /// Returns the operations on the record after a change; `nil` for none.
  ///
  /// It runs code of the caller.
  func saving(_ snapshot: LoadSnapshot, _ kind: CacheChangeFilter.Kind) -> ValueSaving? {
    guard let value = snapshot.saved?.value, let kinds = saveKinds(snapshot, kind, value)
    else { return nil }
    return ValueSaving(
      self,
      records.record(of: request),
      value,
      kinds,
      resets: snapshot.resets,
      isNew: snapshot.isNew(value)
    )
  }

  private func saveKinds(
    _ snapshot: LoadSnapshot,
    _ kind: CacheChangeFilter.Kind,
    _ value: AnyBox
  ) -> [SaveKind]? {
    switch (kind, snapshot.core.settled) {
    case (.none, _), (.state, _), (.unsavedEdit, _), (_, .notRequested): return nil
    case (.edit, _): return [.edited]
    // A partial value.
    case (.value, .failed): return nil
    case (.value, .loaded):
      if value.savedAt != nil {
        // An edit may be in the same change.
        if metadata(of: value) == nil { return [.edited] }
        return snapshot.core.revision.isOutdated ? [.stale] : []
      }
      let loaded = SaveKind.loaded(age: value.ageWhenSet)
      return snapshot.isInvalidated(value) ? [loaded, .stale] : [loaded]
    }
  }
}

/// The operations on the record of a key after a change of its value.
final class ValueSaving: Sendable {
  private let loader: LoaderRecord
  private let record: CacheRecord
  private let value: AnyBox
  private let kinds: [SaveKind]
  /// The number of resets of the loader before the change.
  private let resets: UInt
  /// True if only an invalidation makes the value stale at once.
  private let isNew: Bool

  init(
    _ loader: LoaderRecord,
    _ record: CacheRecord,
    _ value: AnyBox,
    _ kinds: [SaveKind],
    resets: UInt,
    isNew: Bool
  ) {
    self.loader = loader
    self.record = record
    self.value = value
    self.kinds = kinds
    self.resets = resets
    self.isNew = isNew
  }

  /// Adds the operations, in the order of the changes; called under the lock of the cache.
  ///
  /// `later` is the state of the cache if a later change of the same value was stored before: that
  /// value is saved, with its edits, and it may be stale by now. A value with edits of writes in
  /// flight is not.
  func perform(_ metadata: CacheEntryMetadata, after later: CachedState?) {
    if resets < loader.resets { return }
    guard let later = later?.agingValue, !metadata.isEdited else {
      return record.save(value, kinds, metadata)
    }
    let isInvalidated = isNew && later.staleAt == .distantPast && !kinds.contains(.stale)
    record.save(later.value, kinds + (isInvalidated ? [.stale] : []), metadata)
  }
}

extension CacheRecord {
  /// Saves a cached value; called under the lock of the cache.
  func save(_ value: AnyBox, _ kinds: [SaveKind], _ metadata: CacheEntryMetadata) {
    if metadata.admission == .uncacheable { return remove() }
    if kinds.isEmpty, isMarked { return save(value, .stale) }
    if metadata.isConfirmed { for kind in kinds { save(value, kind) } }
  }
}
