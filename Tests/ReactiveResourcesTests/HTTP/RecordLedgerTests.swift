import Testing

@testable import ReactiveResources

@Suite struct `A ledger of records` {
  @Test func `it drops a key without fetches and doubtful records`() {
    var ledger = RecordLedger()
    ledger.begin("a")
    let seconds = [2.0, 1, 2]
    #expect(seconds.map { ledger.note($0, for: "a") } == [true, false, true])
    ledger.setDoubt(.superseded, about: "a")
    ledger.end("a")
    #expect(ledger.doubt(about: "a") == .superseded)
    ledger.setDoubt(nil, about: "a")
    #expect(ledger == RecordLedger())
  }

  @Test func `it uses no record with more doubts than its limit`() {
    var ledger = RecordLedger(limit: 2)
    for key in ["a", "b", "b"] { ledger.setDoubt(.unrenewed, about: key) }
    #expect(ledger.doubt(about: "c") == nil)
    ledger.setDoubt(.unrenewed, about: "c")
    #expect(ledger.doubt(about: "d") == .superseded)
  }
}
