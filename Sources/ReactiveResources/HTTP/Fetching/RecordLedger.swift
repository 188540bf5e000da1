/// The state of records that the store could not replace, remove or update.
///
/// A record that the store can neither replace nor remove stays invalidated until it can. While
/// fetches of a key are in flight, the ledger also has the time of the newest response, so that an
/// older response with a slower body does not replace it.
struct RecordLedger: Hashable {
  /// The reason why a record must not be used as it is.
  enum Invalidation: Hashable {
    /// A newer response could not be stored: the record is a miss.
    case superseded
    /// A 304 could not be stored: the record must be revalidated again.
    case notRefreshed
  }

  private struct Entry: Hashable {
    var inFlight = 0
    var newest: Double?
    var invalidation: Invalidation?
    /// The number of removals in progress, during which the record is a miss.
    var removals = 0
    /// The number of responses that the store is writing.
    var saves = 0
    /// True after a removal while fetches are in flight, which use no record and store nothing.
    var isRemoved = false
    /// True after the removal of all partial downloads until no fetch is in flight.
    var dropsPart = false
    /// The keys to which redirects of the fetches in flight have led.
    var targets: Set<String> = []
  }

  private var entries: [String: Entry] = [:]
  private var invalidatedCount = 0
  private let limit: Int
  /// True after more invalidations than the limit: no record is used any more.
  private var invalidatesAll = false
  /// The number of removals of all records in progress: none is used or stored until they end.
  private var removalsOfAll = 0

  init(limit: Int = 10_000) { self.limit = limit }

  mutating func start(_ key: String) { entries[key, default: Entry()].inFlight += 1 }

  /// Counts a fetch as in flight; a removal of the first key is also one of this key.
  mutating func start(_ key: String, redirectedFrom first: String) {
    start(key)
    guard key != first, let origin = entries[first] else { return }
    entries[first]?.targets.insert(key)
    if origin.isRemoved { entries[key]?.isRemoved = true }
    if origin.dropsPart { entries[key]?.dropsPart = true }
  }

  mutating func end(_ key: String) { change(key) { $0.inFlight -= 1 } }

  /// Records the date of a response or record, in seconds; returns `false` if there is a newer one.
  mutating func recordDate(_ second: Double, for key: String) -> Bool {
    change(key) { entry in
      if let newest = entry.newest, newest > second { return false }
      entry.newest = second
      return true
    }
  }

  /// Counts a response as being written until ``endSave(of:at:)``; `false` if it must not be.
  mutating func startSave(of key: String, at second: Double) -> Bool {
    guard !isRemovingAll, !isRemoved(key), recordDate(second, for: key) else { return false }
    change(key) { $0.saves += 1 }
    return true
  }

  /// Returns `false` if a removal or a newer response has superseded the response during its write.
  mutating func endSave(of key: String, at second: Double) -> Bool {
    change(key) { $0.saves -= 1 }
    return !isRemoved(key) && recordDate(second, for: key)
  }

  func isSaving(_ key: String) -> Bool { entries[key].map { $0.saves > 0 } ?? false }

  /// The keys to which redirects of the fetches of a key in flight have led.
  func targets(of key: String) -> Set<String> { entries[key]?.targets ?? [] }

  /// Starts a removal: the record is a miss until the removal and the fetches in flight have ended.
  ///
  /// These fetches will store nothing.
  mutating func startRemoval(_ key: String) {
    change(key) { entry in
      entry.isRemoved = true
      entry.removals += 1
    }
  }

  mutating func endRemoval(_ key: String) { change(key) { $0.removals -= 1 } }

  /// Starts the removal of all records; the fetches in flight will store nothing.
  mutating func startRemovalOfAll() {
    removalsOfAll += 1
    for (key, entry) in entries where entry.inFlight > 0 {
      entries[key]?.isRemoved = true
    }
    removeParts()
  }

  /// Ends a removal of all records; after a failure no record is used any more.
  mutating func endRemovalOfAll(hasFailed: Bool) {
    removalsOfAll -= 1
    invalidatesAll = hasFailed
    if hasFailed { return }
    invalidatedCount = 0
    for (key, var entry) in entries where entry.invalidation != nil {
      entry.invalidation = nil
      let isIdle = entry.inFlight == 0 && entry.removals == 0 && entry.saves == 0
      entries[key] = isIdle ? nil : entry
    }
  }

  var isRemovingAll: Bool { removalsOfAll > 0 }

  /// The keys of the records that the store is writing.
  var savingKeys: [String] { entries.filter { $0.value.saves > 0 }.map(\.key) }

  /// Prevents all fetches in flight from storing partial downloads.
  mutating func removeParts() {
    for (key, entry) in entries where entry.inFlight > 0 { entries[key]?.dropsPart = true }
  }

  func isRemoved(_ key: String) -> Bool { entries[key]?.isRemoved ?? false }

  func mayStorePart(for key: String) -> Bool {
    entries[key].map { !$0.isRemoved && !$0.dropsPart } ?? true
  }

  func invalidation(of key: String) -> Invalidation? {
    guard !invalidatesAll, let entry = entries[key] else {
      return invalidatesAll ? .superseded : nil
    }
    return entry.removals > 0 || entry.isRemoved ? .superseded : entry.invalidation
  }

  mutating func setInvalidation(_ invalidation: Invalidation?, of key: String) {
    change(key) { $0.invalidation = invalidation }
    if invalidatedCount > limit { invalidatesAll = true }
  }

  @discardableResult
  private mutating func change<Result>(
    _ key: String,
    _ body: (inout Entry) -> Result
  ) -> Result {
    var entry = entries[key] ?? Entry()
    invalidatedCount -= entry.invalidation == nil ? 0 : 1
    let result = body(&entry)
    if entry.inFlight == 0 {
      (entry.isRemoved, entry.dropsPart, entry.targets) = (false, false, [])
    }
    invalidatedCount += entry.invalidation == nil ? 0 : 1
    let isIdle = entry.inFlight == 0 && entry.removals == 0 && entry.saves == 0
    entries[key] = isIdle && entry.invalidation == nil ? nil : entry
    return result
  }
}
