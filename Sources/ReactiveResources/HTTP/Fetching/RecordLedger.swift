/// The state of records that the store could not replace, remove or update.
///
/// A record that the store can neither replace nor remove stays doubtful until it can. While
/// fetches of a key are in flight, the ledger also has the time of the newest response, so that an
/// older response with a slower body does not replace it.
struct RecordLedger: Hashable {
  /// The reason why a record must not be used as it is.
  enum Doubt: Hashable {
    /// A newer response could not be stored: the record is a miss.
    case superseded
    /// A 304 could not be stored: the record must be revalidated again.
    case unrenewed
  }

  private struct Entry: Hashable {
    var inFlight = 0
    var newest: Double?
    var doubt: Doubt?
  }

  private var entries: [String: Entry] = [:]
  private var doubts = 0
  private let limit: Int
  /// True after more doubts than the limit: no record is used any more.
  private var doubtsAll = false

  init(limit: Int = 10_000) { self.limit = limit }

  mutating func begin(_ key: String) { entries[key, default: Entry()].inFlight += 1 }

  mutating func end(_ key: String) { change(key) { $0.inFlight -= 1 } }

  /// Notes a response or record of this second; returns `false` if there is a newer one.
  mutating func note(_ second: Double, for key: String) -> Bool {
    change(key) { entry in
      if let newest = entry.newest, newest > second { return false }
      entry.newest = second
      return true
    }
  }

  func doubt(about key: String) -> Doubt? { doubtsAll ? .superseded : entries[key]?.doubt }

  mutating func setDoubt(_ doubt: Doubt?, about key: String) {
    change(key) { $0.doubt = doubt }
    if doubts > limit { doubtsAll = true }
  }

  @discardableResult
  private mutating func change<Result>(
    _ key: String,
    _ body: (inout Entry) -> Result
  ) -> Result {
    var entry = entries[key] ?? Entry()
    doubts -= entry.doubt == nil ? 0 : 1
    let result = body(&entry)
    doubts += entry.doubt == nil ? 0 : 1
    entries[key] = entry.inFlight > 0 || entry.doubt != nil ? entry : nil
    return result
  }
}
