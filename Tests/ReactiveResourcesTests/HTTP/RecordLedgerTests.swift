import Testing

@testable import ReactiveResources

@Suite struct `A ledger of records` {
  @Test func `it drops a key without fetches and invalidated records`() {
    var ledger = RecordLedger()
    ledger.start("a")
    let seconds = [2.0, 1, 2]
    #expect(seconds.map { ledger.recordDate($0, for: "a") } == [true, false, true])
    ledger.setInvalidation(.superseded, of: "a")
    ledger.end("a")
    #expect(ledger.invalidation(of: "a") == .superseded)
    ledger.setInvalidation(nil, of: "a")
    #expect(ledger == RecordLedger())
  }

  @Test func `it uses no record with more invalidated records than its limit`() {
    var ledger = RecordLedger(limit: 2)
    for key in ["a", "b", "b"] { ledger.setInvalidation(.notRefreshed, of: key) }
    #expect(ledger.invalidation(of: "c") == nil)
    ledger.setInvalidation(.notRefreshed, of: "c")
    #expect(ledger.invalidation(of: "d") == .superseded)
  }
}
