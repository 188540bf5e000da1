import Foundation
import TestSupport
import Testing

@testable import ReactiveLoading
@testable import ReactiveResources

// Serialized: a codec that blocks takes one of the few threads of the pool.
@Suite(.serialized) struct `Codecs of saved values (V13)` {
  private let store = FailingStore()

  private struct Podcast: Codable, Hashable {
    var name: String
    var date: Date
    var number: Double?
  }

  private func roundTrip<Value: Codable & Hashable & Sendable>(_ value: Value) async {
    let codecs: [SavedCodec] = [
      .json(Value.self, version: 1), .propertyList(Value.self, version: 1),
    ]
    for codec in codecs {
      let source = SavedSource(store, codec, wallClock: .system) { _ in "key" }
      let records = source.records()
      records.save(Box(value), for: "key", of: Box(1), .loaded(age: .zero))
      let restored = await records.record(for: "key", of: Box(1))?.value.assumed(of: Value.self)
      #expect(restored?.value == value, "\(codec.name)")
    }
  }

  @Test func `any codable value survives, also a single number, a text or nil`() async {
    await roundTrip([Podcast(name: "a\n\u{1F600}", date: .start, number: 0.1)])
    await roundTrip(7)
    await roundTrip("")
    await roundTrip(Double.pi)
    await roundTrip(true)
    await roundTrip(Int?.none)
    await roundTrip([Int?.some(1), nil])
    await roundTrip(Data([0, 255]))
    await roundTrip(["a": [1: "b"]])
    await roundTrip(UInt64.max)
  }

  @Test func `a value of a private type is restored by its name`() {
    #expect(SavedCodec.json([Podcast].self, version: 1).typeName == "Array<Podcast>")
  }

  @Test(arguments: [false, true])
  func `an encoder that blocks delays its key only, and no removal (V7)`(
    _ removesAll: Bool
  ) async throws {
    let gate = CodecGate()
    let bench = SavedBench(store, codec: gate.codec)
    bench.save("held", for: 1)
    await gate.arrival()
    bench.save("a", for: 2)
    #expect(await bench.read(2) == "a, 0.0 seconds")
    if removesAll { try await bench.removeAll()() } else { bench.remove(1) }
    #expect(await bench.read(1) == nil)
    bench.save("b", for: 1)
    #expect(await bench.read(1) == "b, 0.0 seconds")
    await bench.finish()
    gate.release()
    bench.save("c", for: 1)
    await bench.finish()
    #expect(store["key/1"]?.body == Data("c".utf8))
    #expect(store.calls.count { $0 == "keep" } == 3)
    #expect(bench.activeCount == 0)
  }

  @Test func `a decoder that blocks delays its key only`() async throws {
    let gate = CodecGate()
    let bench = SavedBench(store, codec: gate.codec)
    let plain = SavedBench(store, codec: .text)
    plain.save("held", for: 1)
    await plain.finish()
    async let read = bench.read(1)
    await gate.arrival()
    bench.save("a", for: 2)
    #expect(await bench.read(2) == "a, 0.0 seconds")
    try await bench.removeAll()()
    gate.release()
    #expect(await read == nil)
  }

  @Test func `a codec may call the records, and release a value that does`() async throws {
    let calls = Log<@Sendable () -> Void>()
    let codec = SavedCodec("text", version: 1) { (text: String) in
      if text != "late" { for call in calls.entries { call() } }
      return Data(text.utf8)
    } decode: { (data: Data) -> String in
      for call in calls.entries { call() }
      return String(decoding: data, as: UTF8.self)
    }
    let bench = SavedBench(store, codec: codec)
    calls.note { bench.remove(2) }
    calls.note { bench.save("late", for: 3) }
    bench.save("a", for: 1)
    await bench.finish()
    #expect(await bench.read(1) == "a, 0.0 seconds")
    calls.note { _ = bench.removeAll() }
    bench.save("b", for: 1)
    // Each removal drops the value that is being encoded, and the one saved before it.
    await bench.finish()
    #expect(await bench.read(1) == nil)
  }

  @Test func `a value that is replaced is released outside every lock`() async throws {
    let bench = SavedBench(store, codec: .loud)
    bench.records.save(Box(Loud { bench.save(Loud {}, for: 2) }), for: "key/1", of: Box(1), .edited)
    for _ in 1...3 { bench.save(Loud { bench.save(Loud {}, for: 2) }, for: 1) }
    bench.remove(1)
    _ = bench.removeAll()
    await bench.finish()
    await bench.finish()
    #expect(bench.activeCount == 0)
  }
}

/// A value whose release calls a closure.
private final class Loud: Sendable {
  private let call: @Sendable () -> Void
  init(_ call: @escaping @Sendable () -> Void) { self.call = call }
  deinit { call() }
}

extension SavedBench {
  fileprivate func save(_ loud: Loud, for request: Int) {
    records.save(Box(loud), for: "key/\(request)", of: Box(request), .loaded(age: .zero))
  }
}

extension SavedCodec {
  fileprivate static let loud = SavedCodec("loud", version: 1) { (_: Loud) in
    Data()
  } decode: { _ in
    Loud {}
  }
}

/// A codec of texts that blocks its thread for the text `held`.
private final class CodecGate: Sendable {
  private let arrived = DispatchSemaphore(value: 0)
  private let released = DispatchSemaphore(value: 0)

  var codec: SavedCodec {
    SavedCodec("text", version: 1) { (text: String) in
      if text == "held" { self.hold() }
      return Data(text.utf8)
    } decode: { (data: Data) -> String in
      let text = String(decoding: data, as: UTF8.self)
      if text == "held" { self.hold() }
      return text
    }
  }

  private func hold() {
    arrived.signal()
    released.wait()
  }

  func release() { released.signal() }

  /// Returns when the codec blocks.
  func arrival() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        self.arrived.wait()
        continuation.resume()
      }
    }
  }
}
