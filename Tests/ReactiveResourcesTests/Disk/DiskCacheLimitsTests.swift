import Foundation
import ReactiveResources
import Testing

@Suite struct DiskCacheLimitsTests {
  private let folder = ScratchFolder()
  private let date = HandDate()

  private func open(
    limit: Int = 100_000,
    age: Duration? = nil,
    largest: Int? = 50_000
  ) throws -> DiskCache {
    try DiskCache(
      folder: folder.url,
      policy: DiskCachePolicy(
        sizeLimit: limit,
        sweepFraction: 0.5,
        ageLimit: age,
        recordSizeLimit: largest,
        clock: date.clock
      )
    )
  }

  /// Stores records of 10 kB, a second apart.
  private func keep(_ keys: [String], in cache: DiskCache) async throws {
    for key in keys {
      date.advance(by: 1)
      try await cache.save(.bytes(10_000), for: key)
    }
  }

  private func held(_ keys: [String], by cache: DiskCache) async throws -> [String] {
    var held: [String] = []
    for key in keys where try await cache.record(for: key) != nil { held.append(key) }
    return held
  }

  @Test func `crossing the limit starts a sweep, which removes the least recently used (D7)`()
    async throws
  {
    let cache = try open()
    let keys = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
    try await keep(keys, in: cache)
    #expect(cache.statistics.removedBySize == 0)
    date.advance(by: 1)
    _ = try await cache.record(for: "a")
    try await keep(["j"], in: cache)
    // After the sweep that the write has started.
    let size = try await cache.sizeOnDisk()
    #expect(cache.statistics.removedBySize == 6)
    #expect(cache.statistics.bytes == size)
    #expect(try await held(keys + ["j"], by: cache) == ["a", "h", "i", "j"])
  }

  @Test func `under the limit a sweep removes nothing`() async throws {
    let cache = try open()
    try await keep(["a", "b"], in: cache)
    let report = try await cache.sweep()
    #expect(report.removedBySize == 0 && report.removedByAge == 0 && report.bytesRemoved == 0)
    #expect(report.bytesRemaining == cache.statistics.bytes)
  }

  @Test func `a folder above the limit of this run is swept when it is opened`() async throws {
    let first = try open()
    try await keep(["a", "b", "c", "d", "e", "f"], in: first)
    await first.close()
    let second = try open(limit: 50_000)
    _ = try await second.sizeOnDisk()
    #expect(second.statistics.removedBySize == 4)
    #expect(try await held(["a", "b", "c", "d", "e", "f"], by: second) == ["e", "f"])
  }

  @Test
  func `a record unused for longer than the age limit is a miss, and removed (D8)`() async throws {
    let cache = try open(age: .seconds(60))
    try await keep(["a", "b"], in: cache)
    date.advance(by: 40)
    #expect(try await held(["a"], by: cache) == ["a"])
    date.advance(by: 40)
    #expect(try await held(["a", "b"], by: cache) == ["a"])
    let report = try await cache.sweep()
    #expect(report.removedByAge == 0)
    #expect(cache.statistics.removedByAge == 1)
    #expect(folder.names.count == 1)
  }

  @Test func `a sweep removes expired records that are never read`() async throws {
    let cache = try open(age: .seconds(60))
    try await keep(["a", "b", "c"], in: cache)
    date.advance(by: 60)
    let report = try await cache.sweep()
    #expect(report.removedByAge == 2)
    #expect(try await held(["a", "b", "c"], by: cache) == ["c"])
  }

  @Test func `a record above the size limit is refused and counted, and the old one stays (D6)`()
    async throws
  {
    let cache = try open(largest: 5_000)
    try await cache.save(.text("small"), for: "a")
    await #expect {
      try await cache.save(.bytes(5_000), for: "a")
    } throws: { error in
      guard case DiskCacheError.tooLarge("a", let bytes, 5_000) = error else { return false }
      return bytes > 5_000
        && error.localizedDescription
          == "The record of a has \(bytes) bytes, more than the limit of 5000 for one record."
    }
    #expect(try await cache.record(for: "a") == .text("small"))
    #expect(cache.statistics.refused == 1)
  }

  @Test func `the largest record is an eighth of the limit by default`() {
    #expect(DiskCachePolicy(sizeLimit: 800).recordSizeLimit == 100)
    #expect(DiskCachePolicy(sizeLimit: 7).recordSizeLimit == 1)
  }

  @Test func `a clock set back expires nothing`() async throws {
    let cache = try open(age: .seconds(60))
    date.advance(by: 1_000)
    try await keep(["a"], in: cache)
    date.advance(by: -900)
    #expect(try await held(["a"], by: cache) == ["a"])
  }

  @Test(arguments: [-1e300, -1.5, 1e15, .nan]) func `any date is accepted`(
    _ seconds: Double
  )
    async throws
  {
    date.advance(by: seconds)
    let cache = try open()
    try await cache.save(.text("a"), for: "a")
    #expect(try await cache.record(for: "a") == .text("a"))
  }
}
