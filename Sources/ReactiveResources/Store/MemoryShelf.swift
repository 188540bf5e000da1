/// The records of a store in memory, and when each was used last.
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

  /// Keeps a record that is within the limit; returns what had to make room for it.
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

  /// Goes on below the limit, so that not every record makes room, but leaves the last one.
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
  /// How many bytes it has, its facts included.
  var bytes: Int {
    metadata.reduce(body.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
  }
}
