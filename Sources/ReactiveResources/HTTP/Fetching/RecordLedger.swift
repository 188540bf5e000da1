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
  }

  private var entries: [String: Entry] = [:]
  private var invalidatedCount = 0
  private let limit: Int
  /// True after more invalidations than the limit: no record is used any more.
  private var invalidatesAll = false

  init(limit: Int = 10_000) { self.limit = limit }

  mutating func start(_ key: String) { entries[key, default: Entry()].inFlight += 1 }

  mutating func end(_ key: String) { change(key) { $0.inFlight -= 1 } }

  /// Records the date of a response or record, in seconds; returns `false` if there is a newer one.
  mutating func recordDate(_ second: Double, for key: String) -> Bool {
    change(key) { entry in
      if let newest = entry.newest, newest > second { return false }
      entry.newest = second
      return true
    }
  }

  func invalidation(of key: String) -> Invalidation? {
    invalidatesAll ? .superseded : entries[key]?.invalidation
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
    invalidatedCount += entry.invalidation == nil ? 0 : 1
    entries[key] = entry.inFlight > 0 || entry.invalidation != nil ? entry : nil
    return result
  }
}
