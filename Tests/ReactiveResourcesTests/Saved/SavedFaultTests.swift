import Foundation
import TestSupport
import Testing

@testable import ReactiveLoading
@testable import ReactiveResources

@Suite struct `Faults of saved values (V8, V9)` {
  private let store = FailingStore()

  /// Records of another format that have the key of request 1.
  enum Fault: String, CaseIterable, Sendable {
    case version, type, codec, foreign, bytes

    var text: String {
      switch self {
      case .version: "has version 2, not 1, and is removed."
      case .type: "contains a value of Int (json), not of String (json), and is removed."
      case .codec: "contains a value of String (text), not of String (json), and is removed."
      case .foreign: "is no saved value, and is removed."
      case .bytes: "cannot be decoded, and is removed: "
      }
    }
  }

  private func plant(_ fault: Fault) async {
    switch fault {
    case .version: await save(Box("a"), .json(String.self, version: 2))
    case .type: await save(Box(7), .json(Int.self, version: 1))
    case .codec: await save(Box("a"), .text)
    case .foreign: store["key/1"] = .text("a")
    case .bytes:
      await save(Box("a"), .json(String.self, version: 1))
      store["key/1"]?.body = Data("\"a".utf8)
    }
  }

  private func save(_ value: AnyBox, _ codec: SavedCodec) async {
    let source = SavedSource(store, codec, wallClock: .system) { _ in "key/1" }
    source.records().save(value, for: "key/1", of: Box(1), .loaded(age: .zero))
    await source.finish()
  }

  @Test(arguments: Fault.allCases)
  func `a record that cannot be used is a miss, reported, and removed`(_ fault: Fault) async throws
  {
    let bench = SavedBench(store)
    await plant(fault)
    #expect(await bench.read(1) == nil)
    #expect(store["key/1"] == nil)
    let report = try #require(bench.reports.entries.first)
    #expect(report.hasPrefix("1: The record of key/1 \(fault.text)"), "\(report)")
    #expect(bench.reports.entries.count == 1)
    bench.save("b", for: 1)
    #expect(await bench.read(1) == "b, 0.0 seconds")
  }

  @Test func `another type is reported once, and is a miss each time (V9)`() async {
    let bench = SavedBench(store)
    for _ in 1...3 {
      await plant(.type)
      #expect(await bench.read(1) == nil)
    }
    #expect(bench.reports.entries.count == 1)
    await plant(.version)
    #expect(await bench.read(1) == nil)
    #expect(bench.reports.entries.count == 2)
  }

  @Test func `a record from the future is restored, and reported`() async {
    let bench = SavedBench(store)
    bench.save("a", for: 1, .loaded(age: .seconds(-3600)))
    await bench.finish()
    #expect(await bench.read(1) == "a, -3600.0 seconds")
    #expect(
      bench.reports.entries.last == """
        1: The record of key/1 was saved on Sun, 06 Nov 1994 09:49:37 GMT, later than now, and its value is \
        stale. Check the clock of this computer.
        """
    )
    #expect(store["key/1"] != nil)
  }

  @Test func `a read that fails is a miss, reported, and leaves the record`() async {
    let bench = SavedBench(store)
    bench.save("a", for: 1)
    await bench.finish()
    store.fail(at: ["read"])
    #expect(await bench.read(1) == nil)
    store.fail(at: [])
    #expect(await bench.read(1) == "a, 0.0 seconds")
    #expect(
      bench.reports.entries.last?.hasPrefix("1: The record of key/1 cannot be read: ") == true
    )
  }

  @Test func `a cancellation by the store is not reported`() async {
    let bench = SavedBench(store)
    store.fail(at: ["read"], with: CancellationError())
    #expect(await bench.read(1) == nil)
    #expect(bench.reports.entries == [])
  }

  @Test func `a write that fails is reported, and leaves the old record`() async {
    let bench = SavedBench(store)
    bench.save("a", for: 1)
    await bench.finish()
    store.fail(at: ["keep"])
    bench.save("b", for: 1)
    await bench.finish()
    store.fail(at: [])
    #expect(await bench.read(1) == "a, 0.0 seconds")
    #expect(
      bench.reports.entries.last?.hasPrefix("1: The record of key/1 cannot be saved: ") == true
    )
  }

  @Test func `an edit after a write that failed has the date of the value (V5)`() async {
    let bench = SavedBench(store)
    store.fail(at: ["keep"])
    bench.save("a", for: 1, .loaded(age: .seconds(20)))
    await bench.finish()
    store.fail(at: [])
    bench.save("ab", for: 1, .edited)
    await bench.finish()
    #expect(await bench.read(1) == "ab, 20.0 seconds")
  }

  @Test func `a record that cannot be removed is not read until it is replaced (V7)`() async {
    let bench = SavedBench(store)
    bench.save("a", for: 1)
    await bench.finish()
    store.fail(at: ["remove"])
    bench.remove(1)
    await bench.finish()
    #expect(
      bench.reports.entries.last?.hasPrefix("1: The record of key/1 cannot be removed: ") == true
    )
    store.fail(at: ["keep"])
    #expect(await bench.read(1) == nil)
    bench.save("b", for: 1)
    await bench.finish()
    store.fail(at: [])
    #expect(await bench.read(1) == nil)
    bench.save("c", for: 1)
    #expect(await bench.read(1) == "c, 0.0 seconds")
  }

  @Test func `after a removal of all that failed, nothing is read until one succeeds (V7)`()
    async throws
  {
    let bench = SavedBench(store)
    bench.save("a", for: 1)
    await bench.finish()
    store.fail(at: ["removeAll"])
    await #expect(throws: StoreFailure.self) { try await bench.removeAll()() }
    store.fail(at: [])
    bench.save("b", for: 2)
    await bench.finish()
    #expect(await bench.read(1) == nil)
    #expect(await bench.read(2) == nil)
    try await bench.removeAll()()
    bench.save("c", for: 2)
    #expect(await bench.read(2) == "c, 0.0 seconds")
    #expect(store["key/1"] == nil)
  }

  @Test func `a value that cannot be encoded is reported, and leaves the old record`() async {
    let bench = SavedBench(store, codec: .json(String.self, version: 1, failingAt: "bad"))
    bench.save("a", for: 1)
    await bench.finish()
    bench.save("bad", for: 1)
    await bench.finish()
    #expect(await bench.read(1) == "a, 0.0 seconds")
    #expect(
      bench.reports.entries.last?.hasPrefix(
        "1: The value of key/1 cannot be encoded, and is not saved: "
      ) == true
    )
  }

  @Test func `credentials in a key are in no report`() async {
    let records = SavedSource(store, .text, wallClock: .system) { _ in "https://a.test/x?token=1" }
      .records()
    let reports = Log<String>()
    records.report { kind, _ in reports.note("\(kind)") }
    let key = records.key(of: Box(1))
    store[key] = .text("a")
    _ = await records.record(for: key, of: Box(1))
    store.fail(at: ["read"])
    _ = await records.record(for: key, of: Box(1))
    #expect(reports.entries.count == 2)
    #expect(reports.entries.allSatisfy { !$0.contains("token=1") }, "\(reports.entries)")
  }

  @Test func `a function of keys that calls its loader is reported, and that load has no record`()
    async
  {
    let (store, loaders) = (MemoryStore(), BehaviorRelay<Loader<Int, String, LoadError>?>(nil))
    let saved = SavedValues<Int, String>.json(version: 1, in: store) { number in
      loaders.value?.load(number + 1)
      return "\(number)"
    }
    let loader = Loader(saved: saved) { (number: Int) async throws -> String in "\(number)" }
    loaders.accept(loader)
    let texts = failures { loader.load(1) }.map(\.happened)
    #expect(texts.contains { $0.contains("makes the keys of saved values") })
    #expect(loader.state == .loaded("2"))
    await saved.finish()
    #expect(store.count == 0)
    loaders.accept(nil)
  }
}

extension SavedCodec {
  /// JSON, whose encoder throws for one text.
  fileprivate static func json(_: String.Type, version: Int, failingAt bad: String) -> SavedCodec {
    SavedCodec("json", version: version) { (text: String) in
      if text == bad { throw CocoaError(.coderInvalidValue) }
      return try JSONEncoder().encode(text)
    } decode: {
      try JSONDecoder().decode(String.self, from: $0)
    }
  }
}
