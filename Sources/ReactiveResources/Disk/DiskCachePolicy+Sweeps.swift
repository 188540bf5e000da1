import Foundation

extension DiskCachePolicy {
  /// Returns the records that a sweep removes, each list with the least recently used first.
  ///
  /// A record above its limit is evicted before the others.
  func removals(
    among records: [RecordEntry],
    at now: Date
  ) -> (expired: [RecordEntry], evicted: [RecordEntry]) {
    let byUse = records.sorted { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }
    // The records are sorted by last use, so the expired ones come first.
    let expired = Array(byUse.prefix { isExpired($0.lastUse, at: now) })
    let others = byUse.dropFirst(expired.count)
    // The cache does not read a record above the limit, and it must not evict the others.
    var evicted = others.filter { $0.bytes > recordSizeLimit }
    let usable = others.filter { $0.bytes <= recordSizeLimit }
    var remaining = usable.bytes
    if remaining <= sizeLimit { return (expired, evicted) }
    for record in usable where remaining > sweepTarget {
      evicted.append(record)
      remaining -= record.bytes
    }
    return (expired, evicted)
  }

  /// Returns true if a record with this last use has expired; a date in the future has not.
  func isExpired(_ lastUse: Date, at now: Date) -> Bool {
    guard let ageLimit else { return false }
    return now.timeIntervalSince(lastUse) > ageLimit / .seconds(1)
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
