import Foundation

/// Which records a sweep removes, and why; decided from a list, without touching a file.
struct SweepPlan {
  enum Reason: Hashable {
    case age
    case size
  }

  struct Leaving: Hashable {
    var record: RecordEntry
    var reason: Reason
  }

  /// How many bytes the records have together before the sweep.
  private(set) var bytes: Int
  /// What goes: the oldest use first.
  private(set) var leaving: [Leaving] = []

  init(_ records: [RecordEntry], policy: DiskCachePolicy, at now: Date) {
    bytes = records.reduce(0) { $0 + $1.bytes }
    let byUse = records.sorted { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }
    // Ages fall from one to the next.
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
  /// Whether a record that was used last at this date is too old; a date to come is not.
  func isExpired(_ lastUse: Date, at now: Date) -> Bool {
    guard let ageLimit else { return false }
    return now.timeIntervalSince(lastUse) > ageLimit / .seconds(1)
  }
}
