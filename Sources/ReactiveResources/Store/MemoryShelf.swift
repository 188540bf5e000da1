/// The records of a memory store, each with its last use.
struct MemoryShelf {
  struct Place {
    var record: ResourceRecord
    var lastUse: UInt64
  }

  private(set) var places: [String: Place] = [:]
  private(set) var bytes = 0
  private var uses: UInt64 = 0

  mutating func use(_ key: String) -> ResourceRecord? {
    uses += 1
    places[key]?.lastUse = uses
    return places[key]?.record
  }

  /// Stores a record that is within the limit, and returns the replaced and evicted records.
  mutating func save(_ record: ResourceRecord, for key: String, within limit: Int) -> [Place] {
    uses += 1
    let replaced = remove(key)
    places[key] = Place(record: record, lastUse: uses)
    bytes += record.bytes
    return [replaced].compactMap(\.self) + makeRoom(limit)
  }

  @discardableResult
  mutating func remove(_ key: String) -> Place? {
    let place = places.removeValue(forKey: key)
    bytes -= place?.record.bytes ?? 0
    return place
  }

  /// Evicts down to four fifths of the limit, so that not every record evicts; the last one stays.
  private mutating func makeRoom(_ limit: Int) -> [Place] {
    guard bytes > limit else { return [] }
    var gone: [Place] = []
    for (key, place) in places.sorted(by: { $0.value.lastUse < $1.value.lastUse }).dropLast()
    where bytes > limit / 5 * 4 {
      remove(key)
      gone.append(place)
    }
    return gone
  }
}

extension ResourceRecord {
  /// The number of bytes, including the metadata.
  var bytes: Int {
    metadata.reduce(body.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
  }
}
