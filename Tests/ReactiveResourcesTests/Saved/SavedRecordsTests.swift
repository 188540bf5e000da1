import Foundation
import Testing

@testable import ReactiveLoading
@testable import ReactiveResources

@Suite struct SavedRecordsTests {
  private let bench = SavedBench(MemoryStore())

  @Test func `a value is restored with its date and its age (V2, V4)`() async {
    bench.save("a", for: 1)
    await bench.finish()
    bench.date.advance(3)
    #expect(await bench.read(1) == "a, 3.0 seconds")
    #expect(await bench.savedAt(1) == .start)
    #expect(await bench.read(2) == nil)
    #expect(bench.reports.entries == ["1: saved"])
  }

  @Test func `a value that is set with an age has an earlier date (V5)`() async {
    bench.save("a", for: 1, .loaded(age: .seconds(60)))
    await bench.finish()
    #expect(await bench.savedAt(1) == .start - 60)
  }

  @Test func `an edit keeps the date of the value (V5)`() async {
    bench.save("a", for: 1, .loaded(age: .seconds(10)))
    bench.save("ab", for: 1, .edited)
    await bench.finish()
    bench.date.advance(10)
    bench.save("abc", for: 1, .edited)
    await bench.finish()
    #expect(await bench.read(1) == "abc, 20.0 seconds")
  }

  @Test func `an edit in a later process keeps the date and the mark of the record (V5)`() async {
    bench.save("a", for: 1, .loaded(age: .seconds(5)))
    bench.save("a", for: 1, .stale)
    await bench.finish()
    let next = SavedBench(bench.store)
    next.save("ab", for: 1, .edited)
    await next.finish()
    #expect(await next.read(1) == "ab, 5.0 seconds, stale")
  }

  @Test func `an edit of a restored value has its date, whatever the record has now (V5)`() async {
    bench.save("a", for: 1, .loaded(age: .seconds(5)))
    await bench.finish()
    let value = SavedBox("ab", savedAt: .start - 60)
    bench.records.save(value, for: bench.key(1), of: Box(1), .edited)
    await bench.finish()
    #expect(await bench.read(1) == "ab, 60.0 seconds")
  }

  @Test func `beyond 1,000 keys the date of a value that was not written is dropped (V15)`() async {
    let bench = SavedBench(FailingStore())
    bench.store.fail(at: ["keep"])
    for requests in [1...1000, 1001...1001] {
      for request in requests { bench.save("a", for: request, .loaded(age: .seconds(20))) }
      await bench.finish()
    }
    bench.store.fail(at: [])
    for request in [1, 1001] {
      bench.save("ab", for: request, .edited)
      await bench.finish()
    }
    #expect(await bench.read(1) == "ab, 20.0 seconds")
    #expect(await bench.read(1001) == "ab, 0.0 seconds, stale")
  }

  @Test func `texts that are equal have one record, whatever their scalars are (V6)`() {
    let source = SavedSource(MemoryStore(), .text, wallClock: .system) {
      $0.assumed(of: String.self).value
    }
    let keys = ["caf\u{e9}", "cafe\u{301}"].map { source.records().key(of: Box($0)) }
    #expect(keys[0].utf8.elementsEqual(keys[1].utf8))
  }

  @Test func `an edit whose date is unknown is stale (V5)`() async {
    bench.save("ab", for: 1, .edited)
    await bench.finish()
    #expect(await bench.read(1) == "ab, 0.0 seconds, stale")
  }

  @Test func `a value that is marked as stale keeps its date, a loaded one is fresh again (V5)`()
    async
  {
    bench.save("a", for: 1)
    await bench.finish()
    bench.date.advance(10)
    bench.save("a", for: 1, .stale)
    bench.save("ab", for: 1, .edited)
    await bench.finish()
    #expect(await bench.read(1) == "ab, 10.0 seconds, stale")
    bench.save("b", for: 1)
    await bench.finish()
    #expect(await bench.read(1) == "b, 0.0 seconds")
  }

  @Test(arguments: [0.1, 784_111_777.123_456_789, -1e9, 63_113_904_000])
  func `dates survive exactly (V4)`(_ seconds: Double) async throws {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let codec = SavedCodec.json(String.self, version: 1)
    let fields = SavedMetadata(codec, date: date, isStale: false).fields
    let record = ResourceRecord(metadata: fields, body: Data())
    #expect(SavedMetadata(record)?.date == date)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func `a clock without a valid date makes no value young (V8)`(_ seconds: Double) async {
    let clock = WallClock { Date(timeIntervalSinceReferenceDate: seconds) }
    let records = SavedSource(
      bench.store,
      .json(String.self, version: 1),
      wallClock: clock,
      key: { _ in "key/1" }
    ).records()
    records.save(Box("a"), for: "key/1", of: Box(1), .loaded(age: .zero))
    await bench.finish()
    bench.save("b", for: 2)
    await bench.finish()
    let restored = await records.record(for: "key/2", of: Box(2))
    #expect(restored.map { $0.age < .zero || $0.age > .seconds(1e12) } == true)
    #expect(await bench.savedAt(1) == .distantPast)
  }

  @Test func `a removal is last, and a value saved after it survives it (V7)`() async {
    bench.save("a", for: 1)
    bench.remove(1)
    #expect(await bench.read(1) == nil)
    await bench.finish()
    #expect(bench.store.count == 0)
    bench.remove(1)
    bench.save("b", for: 1)
    #expect(await bench.read(1) == "b, 0.0 seconds")
  }

  @Test func `the removal of all ends when it is awaited, and what is saved after it stays (V7)`()
    async throws
  {
    for request in 1...3 { bench.save("a", for: request) }
    let first = bench.records.removeAll()
    bench.save("b", for: 1)
    let second = bench.records.removeAll()
    bench.save("c", for: 2)
    #expect(await bench.read(1) == nil)
    try await first()
    try await second()
    await bench.finish()
    #expect(await bench.read(1) == nil)
    #expect(await bench.read(2) == "c, 0.0 seconds")
  }

  // MARK: Marks of values that are not in memory

  @Test func `a mark keeps the value and its date, also for a later process (V5)`() async {
    bench.save("a", for: 1)
    await bench.finish()
    bench.date.advance(10)
    let next = SavedBench(bench.store)
    next.markStale(1)
    await next.finish()
    #expect(await next.read(1) == "a, 0.0 seconds, stale")
    #expect(await bench.read(1) == "a, 10.0 seconds, stale")
    #expect(next.reports.entries == [])
    next.save("ab", for: 1, .edited)
    await next.finish()
    #expect(await next.read(1) == "ab, 0.0 seconds, stale")
    next.save("b", for: 1)
    #expect(await next.read(1) == "b, 0.0 seconds")
  }

  @Test func `a mark without a record, or after its removal, saves nothing (V5)`() async {
    bench.markStale(1)
    await bench.finish()
    bench.save("a", for: 2)
    await bench.finish()
    bench.remove(2)
    bench.markStale(2)
    await bench.finish()
    #expect(bench.store.count == 0)
  }

  @Test func `a mark of a value that waits to be saved saves it as stale (V5)`() async {
    bench.save("a", for: 1)
    bench.save("b", for: 1, .loaded(age: .seconds(5)))
    bench.markStale(1)
    bench.markStale(1)
    await bench.finish()
    #expect(await bench.read(1) == "b, 5.0 seconds, stale")
    bench.markStale(2)
    bench.save("c", for: 2)
    await bench.finish()
    #expect(await bench.read(2) == "c, 0.0 seconds")
  }

  @Test func `a mark does not return a record that could not be removed (V7)`() async {
    let store = FailingStore()
    let bench = SavedBench(store)
    bench.save("a", for: 1)
    await bench.finish()
    store.fail(at: ["remove"])
    bench.remove(1)
    bench.markStale(1)
    await bench.finish()
    store.fail(at: [])
    #expect(await bench.read(1) == nil)
  }

  @Test func `a mark that fails is reported (V8)`() async {
    let store = FailingStore()
    let bench = SavedBench(store)
    bench.save("a", for: 1)
    await bench.finish()
    store.fail(at: ["keep"])
    bench.markStale(1)
    await bench.finish()
    #expect(bench.reports.entries.last?.contains("cannot be saved") == true)
  }
}
