import ReactiveLoading

/// The records of the values of a cache.
///
/// Operations are called under the lock of the cache, in the order of its decisions: they only add
/// to a queue. The key of a record is code of the caller, so it is made before, outside the lock.
// SAFETY: `marks` is guarded by the lock of the cache.
final class CacheRecords: @unchecked Sendable {
  let loads: any LoadRecords
  @exclusivity(unchecked) fileprivate var marks = StaleRecords()

  init(_ loads: any LoadRecords) { self.loads = loads }

  /// Returns the record of a key, a request of a load; it runs code of the caller.
  func record(of request: AnyBox) -> CacheRecord {
    CacheRecord(records: self, key: loads.key(of: request), request: request)
  }

  /// Makes all records stale that are not saved again; called under the lock of the cache.
  func markAll() { marks.markAll() }

  /// Makes all records misses; called under the lock of the cache.
  func removeAll() -> ScopeRemoval {
    marks = StaleRecords()
    return loads.removeAll()
  }
}

/// The record of one key; its functions are called under the lock of the cache.
struct CacheRecord: Sendable {
  fileprivate let records: CacheRecords
  let key: String
  let request: AnyBox

  func save(_ value: AnyBox, _ kind: SaveKind) {
    if case .loaded = kind { records.marks.unmark(key) }
    records.loads.save(value, for: key, of: request, kind)
  }

  func remove() {
    records.marks.unmark(key)
    records.loads.remove(key, of: request)
  }

  /// Makes the record stale, whose value is not in memory, until it is saved again.
  func mark() {
    records.marks.mark(key)
    records.loads.markStale(key, of: request)
  }

  var isMarked: Bool { records.marks.contains(key) }
}

/// The records that were invalidated while their values were not in memory.
///
/// All others are current, or all others are stale.
struct StaleRecords: Sendable {
  private static var limit: Int { 1000 }

  private var others: Set<String> = []
  private var allAreStale = false

  func contains(_ key: String) -> Bool { others.contains(key) != allAreStale }

  mutating func mark(_ key: String) {
    if allAreStale {
      others.remove(key)
    } else {
      others.insert(key)
      if others.count > Self.limit { markAll() }
    }
  }

  mutating func markAll() { (others, allAreStale) = ([], true) }

  /// Records that a record was saved or removed.
  ///
  /// Beyond the limit it counts as stale, which costs a request if its value is evicted.
  mutating func unmark(_ key: String) {
    if !allAreStale {
      others.remove(key)
    } else if others.count < Self.limit {
      others.insert(key)
    }
  }
}
