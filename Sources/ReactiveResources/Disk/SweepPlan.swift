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
    bytes = records.reduce(0) { $0 + $1.bytes }
    let byUse = records.sorted { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }
    // The records are sorted by last use, so the expired ones come first.
    let expired = byUse.prefix { policy.isExpired($0.lastUse, at: now) }
    removals = expired.map { Removal(record: $0, reason: .age) }
    evict(among: byUse.dropFirst(expired.count), policy: policy)
  }

  private mutating func evict(among records: ArraySlice<RecordEntry>, policy: DiskCachePolicy) {
    var remaining = records.reduce(0) { $0 + $1.bytes }
    if remaining <= policy.sizeLimit { return }
    for record in records where remaining > policy.sweepTarget {
      removals.append(Removal(record: record, reason: .size))
      remaining -= record.bytes
    }
  }
}

extension DiskCachePolicy {
  /// Returns true if a record with this last use has expired; a date in the future has not.
  func isExpired(_ lastUse: Date, at now: Date) -> Bool {
    guard let ageLimit else { return false }
    return now.timeIntervalSince(lastUse) > ageLimit / .seconds(1)
  }
}
