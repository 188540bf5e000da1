import Foundation
import Testing

@testable import ReactiveResources

@Suite struct DiskCacheTests {
  private let folder = ScratchFolder()

  @Test func `a stored record is found`() async throws {
    let cache = try DiskCache(folder: folder.url)
    let record = ResourceRecord(
      metadata: ["etag": "\"7\"", "": "\n"],
      body: Data([0, 10, 10, 255])
    )
    try await cache.save(record, for: "a\nb")
    #expect(try await cache.record(for: "a\nb") == record)
    #expect(try await cache.record(for: "a") == nil)
    #expect(cache.statistics.hits == 1)
    #expect(cache.statistics.misses == 1)
    #expect(cache.statistics.writes == 1)
  }

  @Test(arguments: [0, 1, 31, 32, 33, 3_900, 4_095, 4_096, 4_097, 100_000])
  func `a body of any length is read back`(_ count: Int) async throws {
    let cache = try DiskCache(folder: folder.url)
    let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try await cache.save(ResourceRecord(body: body), for: "a")
    let found = try await cache.record(for: "a")?.body
    #expect(found == body)
    #expect(found?.startIndex == 0)
  }

  @Test func `a slice of other data is stored unchanged`() async throws {
    let cache = try DiskCache(folder: folder.url)
    let part = Data("hello, world".utf8).dropFirst(7)
    try await cache.save(ResourceRecord(body: part), for: "a")
    #expect(try await cache.record(for: "a")?.body == Data("world".utf8))
  }

  @Test func `metadata of any length is read back`() async throws {
    let cache = try DiskCache(folder: folder.url)
    let long = String(repeating: "long\t", count: 5_000)
    let record = ResourceRecord(metadata: [long: long], body: Data("body".utf8))
    try await cache.save(record, for: long)
    #expect(try await cache.record(for: long) == record)
  }

  @Test func `a record replaces the one before`() async throws {
    let cache = try DiskCache(folder: folder.url)
    try await cache.save(.text("old and long"), for: "a")
    try await cache.save(.text("new"), for: "a")
    #expect(try await cache.record(for: "a") == .text("new"))
    #expect(folder.names.count == 1)
    let size = try await cache.sizeOnDisk()
    #expect(cache.statistics.bytes == size)
  }

  @Test func `a removed record is a miss, and removing an unknown key is no failure`() async throws
  {
    let cache = try DiskCache(folder: folder.url)
    try await cache.save(.text("a"), for: "a")
    try await cache.save(.text("b"), for: "b")
    try await cache.removeRecord(for: "a")
    try await cache.removeRecord(for: "a")
    #expect(try await cache.record(for: "a") == nil)
    #expect(try await cache.record(for: "b") == .text("b"))
    let size = try await cache.sizeOnDisk()
    #expect(cache.statistics.bytes == size)
  }

  @Test func `everything can be removed, and files of others stay`() async throws {
    try folder.put(Data("mine".utf8), as: "notes.txt")
    let cache = try DiskCache(folder: folder.url)
    for key in ["a", "b", "c"] { try await cache.save(.text(key), for: key) }
    try await cache.removeAll()
    #expect(folder.names == ["notes.txt"])
    #expect(cache.statistics.bytes == 0)
    #expect(try await cache.record(for: "a") == nil)
  }

  @Test func `the next run finds the records of this one`() async throws {
    let first = try DiskCache(folder: folder.url)
    try await first.save(.text("a"), for: "a")
    let bytes = first.statistics.bytes
    await first.close()
    let second = try DiskCache(folder: folder.url)
    #expect(try await second.record(for: "a") == .text("a"))
    try await second.sweep()
    #expect(second.statistics.bytes == bytes)
  }

  @Test func `keys are distinguished by their bytes, also where Swift finds them equal`()
    async throws
  {
    let cache = try DiskCache(folder: folder.url)
    try await cache.save(.text("composed"), for: "\u{E9}")
    #expect(try await cache.record(for: "e\u{301}") == nil)
  }

  @Test func `a record of another key with the same name is a miss, and stays (D3)`() async throws {
    let cache = try DiskCache(folder: folder.url)
    try await cache.save(.text("a"), for: "a")
    let place = folder.url.appending(path: KeyHash(of: "b").fileName)
    try FileManager.default.copyItem(at: try #require(folder.file), to: place)
    #expect(try await cache.record(for: "b") == nil)
    try await cache.sweep()
    #expect(cache.statistics.corrupt == 0)
    try await cache.save(.text("b"), for: "b")
    #expect(try await cache.record(for: "b") == .text("b"))
  }
}
