import ReactiveResources

/// A cache whose changes are printed before and after.
struct PrintingCache {
  var cache: DiskCache

  /// Stores a version of a record.
  func keep(_ key: String, version: Int) async throws {
    DiskVictim.say("begin \(key) \(version)")
    try await cache.save(Sample.record(key, version: version), for: key)
    DiskVictim.say("done \(key) \(version)")
  }

  /// Removes a record, which is printed as version 0.
  func remove(_ key: String) async throws {
    DiskVictim.say("begin \(key) 0")
    try await cache.removeRecord(for: key)
    DiskVictim.say("done \(key) 0")
  }
}
