/// The records of a memory store, each with its last use.
struct MemoryRecords {
  struct Entry {
    var record: ResourceRecord
    var lastUse: UInt64
  }

  private(set) var entries: [String: Entry] = [:]
  private(set) var bytes = 0
  private var uses: UInt64 = 0

  mutating func use(_ key: String) -> ResourceRecord? {
    uses += 1
    entries[key]?.lastUse = uses
    return entries[key]?.record
  }

  /// Stores a record that is within the limit, and returns the replaced and evicted records.
  mutating func save(_ record: ResourceRecord, for key: String, within limit: Int) -> [Entry] {
    uses += 1
    let replaced = remove(key)
    entries[key] = Entry(record: record, lastUse: uses)
    bytes += record.bytes
    return [replaced].compactMap(\.self) + evict(limit)
  }

  @discardableResult
  mutating func remove(_ key: String) -> Entry? {
    let entry = entries.removeValue(forKey: key)
    bytes -= entry?.record.bytes ?? 0
    return entry
  }

  /// Evicts down to four fifths of the limit, so that not every record evicts; the last one stays.
  private mutating func evict(_ limit: Int) -> [Entry] {
    guard bytes > limit else { return [] }
    var removed: [Entry] = []
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }).dropLast()
    where bytes > limit / 5 * 4 {
      remove(key)
      removed.append(entry)
    }
    return removed
  }
}

extension ResourceRecord {
  /// The number of bytes, including the metadata.
  var bytes: Int {
    metadata.reduce(body.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
  }
}
