import Foundation

/// The records that a sweep removes, with the reasons; computed from a list, without file calls.
struct SweepPlan {
  enum Reason: Hashable {
    case age
    case size
  }

  struct Removal: Hashable {
    var record: RecordEntry
    var reason: Reason
  }

  /// The total number of bytes of the records before the sweep.
  private(set) var bytes: Int
  /// The records to remove, the least recently used first.
  private(set) var removals: [Removal] = []

  init(_ records: [RecordEntry], policy: DiskCachePolicy, at now: Date) {
    bytes = records.bytes
    let byUse = records.sorted { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }
    // The records are sorted by last use, so the expired ones come first.
    let expired = byUse.prefix { policy.isExpired($0.lastUse, at: now) }
    removals = expired.map { Removal(record: $0, reason: .age) }
    let others = byUse.dropFirst(expired.count)
    // The cache does not read a record above the limit, and it must not evict the others.
    removals += others.filter { policy.isTooLarge($0) }.map { Removal(record: $0, reason: .size) }
    evict(among: others.filter { !policy.isTooLarge($0) }, policy: policy)
  }

  private mutating func evict(among records: [RecordEntry], policy: DiskCachePolicy) {
    var remaining = records.bytes
    if remaining <= policy.sizeLimit { return }
    for record in records where remaining > policy.sweepTarget {
      removals.append(Removal(record: record, reason: .size))
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
  fileprivate func isTooLarge(_ record: RecordEntry) -> Bool { record.bytes > recordSizeLimit }

  /// Returns true if a record with this last use has expired; a date in the future has not.
  func isExpired(_ lastUse: Date, at now: Date) -> Bool {
    guard let ageLimit else { return false }
    return now.timeIntervalSince(lastUse) > ageLimit / .seconds(1)
  }
}
