import Foundation

/// The records that a sweep removes, with the reasons; computed from a list, without file calls.
struct SweepPlan {
  enum Reason: Hashable {
    case age
    case size
  }

  struct Leaving: Hashable {
    var record: RecordEntry
    var reason: Reason
  }

  /// The total number of bytes of the records before the sweep.
  private(set) var bytes: Int
  /// The records to remove, the least recently used first.
  private(set) var leaving: [Leaving] = []

  init(_ records: [RecordEntry], policy: DiskCachePolicy, at now: Date) {
    bytes = records.reduce(0) { $0 + $1.bytes }
    let byUse = records.sorted { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }
    // The records are sorted by last use, so the expired ones come first.
    let expired = byUse.prefix { policy.isExpired($0.lastUse, at: now) }
    leaving = expired.map { Leaving(record: $0, reason: .age) }
    makeRoom(among: byUse.dropFirst(expired.count), policy: policy)
  }

  private mutating func makeRoom(among records: ArraySlice<RecordEntry>, policy: DiskCachePolicy) {
    var left = records.reduce(0) { $0 + $1.bytes }
    if left <= policy.sizeLimit { return }
    for record in records where left > policy.sweepTarget {
      leaving.append(Leaving(record: record, reason: .size))
      left -= record.bytes
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
