import Foundation
import ReactiveResources
import Testing

@Suite struct DiskCacheFaultTests {
  private let folder = ScratchFolder()
  private let steps = FileSteps()

  private func open(_ policy: DiskCachePolicy = DiskCachePolicy()) throws -> DiskCache {
    try DiskCache(folder: folder.url, policy: policy, hooks: steps.hooks)
  }

  @Test(arguments: [DiskStep.create, .writeHead, .writeBody, .setDate, .rename])
  func `a write that fails at any step leaves the old record, and no other file (D5)`(
    _ step: DiskStep
  ) async throws {
    let cache = try open()
    try await cache.save(.text("old"), for: "a")
    let before = cache.statistics
    steps.fail(step)
    for key in ["a", "b"] {
      await #expect(throws: DiskCacheError.cannotWrite(key: key, code: ENOSPC)) {
        try await cache.save(.text("new"), for: key)
      }
    }
    steps.fail(nil)
    #expect(cache.statistics == before)
    #expect(folder.names.count == 1)
    #expect(try await cache.record(for: "a") == .text("old"))
    #expect(try await cache.record(for: "b") == nil)
  }

  @Test func `the error of a full disk has a sentence`() {
    let error = DiskCacheError.cannotWrite(key: "a", code: ENOSPC)
    #expect(
      error.localizedDescription == "The record of a cannot be written: No space left on device."
    )
  }

  @Test func `a folder that is removed under the cache is reported by its name`() async throws {
    let cache = try open()
    try await cache.save(.text("a"), for: "a")
    try FileManager.default.removeItem(at: folder.url)
    await #expect(throws: DiskCacheError.folderRemoved(folder: folder.url)) {
      try await cache.save(.text("a"), for: "a")
    }
    #expect(try await cache.record(for: "a") == nil)
    try await cache.removeRecord(for: "a")
    try await cache.removeAll()
    #expect(try await cache.sweep().bytesRemaining == 0)
  }

  @Test func `a cache does not write into a new folder of the same name`()
    async throws
  {
    let first = try open()
    try FileManager.default.removeItem(at: folder.url)
    let second = try open()
    await #expect(throws: DiskCacheError.folderRemoved(folder: folder.url)) {
      try await first.save(.text("a"), for: "a")
    }
    #expect(try await second.record(for: "a") == nil)
  }

  @Test(.disabled(if: geteuid() == 0, "root may write into any folder"))
  func `a read-only folder is reported, and reads continue`() async throws {
    let cache = try open()
    try await cache.save(.text("a"), for: "a")
    chmod(folder.url.path, 0o500)
    defer { chmod(folder.url.path, 0o700) }
    await #expect(throws: DiskCacheError.cannotWrite(key: "a", code: EACCES)) {
      try await cache.save(.text("b"), for: "a")
    }
    #expect(try await cache.record(for: "a") == .text("a"))
  }

  @Test func `a sweep that cannot remove a file continues and reports it (D7)`() async throws {
    let cache = try open(DiskCachePolicy(sizeLimit: 40_000, recordSizeLimit: 40_000))
    try await cache.save(.bytes(10_000), for: "a")
    try await cache.save(.bytes(10_000), for: "b")
    steps.fail(.remove)
    try await cache.save(.bytes(30_000), for: "c")
    let report = try await cache.sweep()
    #expect(report.failures.count == 2 && folder.names.count == 3)
    #expect(report.failures.allSatisfy { $0.code == ENOSPC })
    #expect(report.bytesRemaining == cache.statistics.bytes)
    #expect(cache.statistics.failedRemovals == 4)
    steps.fail(nil)
    #expect(try await cache.sweep().failures == [])
    #expect(cache.statistics.bytes <= 32_000)
  }

  @Test func `a folder without removals is not swept at every write`() async throws {
    let cache = try open(DiskCachePolicy(sizeLimit: 10_000, recordSizeLimit: 10_000))
    _ = try await cache.sizeOnDisk()
    steps.fail(.remove)
    let before = steps.count(of: .list)
    for key in 0..<40 { try await cache.save(.bytes(1_000), for: "\(key)") }
    #expect(steps.count(of: .list) - before <= 20)
    #expect(steps.count(of: .list) - before >= 10)
  }

  @Test func `a folder that cannot be listed is reported, and the cache continues`() async throws {
    let cache = try open()
    _ = try await cache.sizeOnDisk()
    try await cache.save(.text("a"), for: "a")
    steps.fail(.list)
    let error = DiskCacheError.cannotList(folder: folder.url, code: ENOSPC)
    await #expect(throws: error) { try await cache.sweep() }
    await #expect(throws: error) { try await cache.removeAll() }
    await #expect(throws: error) { try await cache.sizeOnDisk() }
    #expect(try await cache.record(for: "a") == .text("a"))
  }

  @Test func `a removal that fails is reported, and all others are performed`() async throws {
    let cache = try open()
    for key in ["a", "b"] { try await cache.save(.text(key), for: key) }
    steps.fail(.remove)
    await #expect(throws: DiskCacheError.self) { try await cache.removeRecord(for: "a") }
    await #expect(throws: DiskCacheError.self) { try await cache.removeAll() }
    #expect(steps.count(of: .remove) == 3)
    #expect(try await cache.record(for: "a") == .text("a"))
  }

  @Test func `an existing file that cannot be read is reported`() async throws {
    let cache = try open()
    try await cache.save(.text("a"), for: "a")
    steps.fail(.open)
    await #expect(throws: DiskCacheError.cannotRead(key: "a", code: ENOSPC)) {
      try await cache.record(for: "a")
    }
    steps.fail(nil)
    #expect(try await cache.record(for: "a") == .text("a"))
  }
}
