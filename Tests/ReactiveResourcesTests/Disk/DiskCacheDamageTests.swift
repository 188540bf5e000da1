import Foundation
import ReactiveResources
import Testing

@Suite struct DiskCacheDamageTests {
  private let folder = ScratchFolder()

  /// Replaces the bytes of a stored record, and expects a miss and its removal.
  private func expectMiss(
    _ damage: [Data],
    of whole: Data,
    in file: URL,
    _ cache: DiskCache
  ) async throws {
    for bytes in damage {
      let before = cache.statistics
      try bytes.write(to: file)
      #expect(try await cache.record(for: "a") == nil)
      try await cache.sweep()
      #expect(cache.statistics.corrupt == before.corrupt + 1)
      #expect(cache.statistics.misses == before.misses + 1)
      #expect(folder.names == [])
    }
    try whole.write(to: file)
    #expect(try await cache.record(for: "a") == .text("body"))
  }

  private func kept() async throws -> (cache: DiskCache, file: URL, whole: Data) {
    let cache = try DiskCache(folder: folder.url)
    try await cache.save(.text("body"), for: "a")
    let file = try #require(folder.file)
    return (cache, file, try Data(contentsOf: file))
  }

  @Test func `a file truncated at any byte is a miss, and removed (D4)`() async throws {
    let (cache, file, whole) = try await kept()
    try await expectMiss(whole.indices.map { whole.prefix($0) }, of: whole, in: file, cache)
  }

  @Test func `a file with any byte changed is a miss, and removed (D4)`() async throws {
    let (cache, file, whole) = try await kept()
    let damage = whole.indices.map { index in
      var bytes = whole
      bytes[index] ^= 1
      return bytes
    }
    try await expectMiss(damage, of: whole, in: file, cache)
  }

  @Test func `a file with extra bytes, zeros or another version is a miss`() async throws {
    let (cache, file, whole) = try await kept()
    let text = String(decoding: whole, as: UTF8.self)
    let other = text.replacing("record 2\n", with: "record 3\n")
    let damage = [
      whole + [0], whole + whole, Data(count: whole.count), Data(count: 1_000_000),
      Data(other.utf8),
      Data(text.replacing("body\t4", with: "body\t9223372036854775807").utf8),
      Data(text.replacing("body\t4", with: "body\t-4").utf8),
    ]
    try await expectMiss(damage, of: whole, in: file, cache)
  }

  @Test func `a page of a large body cleared by a power loss is detected`() async throws {
    let cache = try DiskCache(folder: folder.url)
    try await cache.save(.bytes(100_000), for: "a")
    let file = try #require(folder.file)
    var bytes = try Data(contentsOf: file)
    bytes.replaceSubrange(40_960..<45_056, with: Data(count: 4_096))
    try bytes.write(to: file)
    #expect(try await cache.record(for: "a") == nil)
  }

  @Test func `a record written over a damaged file is not removed with it`() async throws {
    let steps = FileSteps()
    let cache = try DiskCache(folder: folder.url, policy: DiskCachePolicy(), hooks: steps.hooks)
    try await cache.save(.text("old"), for: "a")
    try Data("torn".utf8).write(to: try #require(folder.file))
    steps.hold(.rename)
    async let kept: Void = cache.save(.text("new"), for: "a")
    await steps.arrival()
    // The following removal runs after the write.
    #expect(try await cache.record(for: "a") == nil)
    steps.release()
    try await kept
    try await cache.sweep()
    #expect(try await cache.record(for: "a") == .text("new"))
    #expect(cache.statistics.corrupt == 0)
  }
}
