import Foundation

/// The records that a sweep removes, with the reasons; computed from a list, without file calls.
struct SweepPlan {
  /// The total number of bytes of the records before the sweep.
  let bytes: Int
  /// The records to remove because of their age, the least recently used first.
  let expired: [RecordEntry]
  /// The records to remove because of a size limit: too large ones, then the least recently used.
  private(set) var evicted: [RecordEntry]

  init(_ records: [RecordEntry], policy: DiskCachePolicy, at now: Date) {
    bytes = records.bytes
    let byUse = records.sorted { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }
    // The records are sorted by last use, so the expired ones come first.
    expired = Array(byUse.prefix { policy.isExpired($0.lastUse, at: now) })
    let others = byUse.dropFirst(expired.count)
    // The cache does not read a record above the limit, and it must not evict the others.
    evicted = others.filter { $0.bytes > policy.recordSizeLimit }
    let usable = others.filter { $0.bytes <= policy.recordSizeLimit }
    var remaining = usable.bytes
    if remaining <= policy.sizeLimit { return }
    for record in usable where remaining > policy.sweepTarget {
      evicted.append(record)
      remaining -= record.bytes
    }
  }
}

extension [RecordEntry] {
  /// The total number of bytes; the largest `Int` if there are more, as with sparse files.
  var bytes: Int { reduce(0) { $0.adding($1.bytes) } }
}

extension Int {
  /// Adds a number of bytes, up to the largest `Int`.
  func adding(_ bytes: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(bytes)
    return isTooLarge ? .max : sum
  }
}

extension DiskCachePolicy {
  /// Returns true if a record with this last use has expired; a date in the future has not.
  func isExpired(_ lastUse: Date, at now: Date) -> Bool {
    guard let ageLimit else { return false }
    return now.timeIntervalSince(lastUse) > ageLimit / .seconds(1)
  }
}
