import Foundation
import ReactiveResources
import Testing

@Suite struct DiskCacheThreadsTests {
  private let folder = ScratchFolder()

  private static func record(_ key: Int, _ version: Int) -> ResourceRecord {
    ResourceRecord(
      metadata: ["version": "\(version)"],
      body: Data(repeating: UInt8(truncatingIfNeeded: version), count: 100 + version % 50 * 200)
    )
  }

  private static func isWhole(_ record: ResourceRecord?, _ key: Int) -> Bool {
    guard let record else { return true }
    return record.metadata["version"].flatMap { Int($0) }.map { record == Self.record(key, $0) }
      == true
  }

  @Test func `many tasks find stored records, complete, or nothing (D9)`() async throws {
    let policy = DiskCachePolicy(sizeLimit: 60_000, recordSizeLimit: 20_000)
    let cache = try DiskCache(folder: folder.url, policy: policy)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<16 {
        group.addTask {
          var random = SystemRandomNumberGenerator()
          for turn in 0..<60 {
            let key = Int.random(in: 0..<12, using: &random)
            switch Int.random(in: 0..<20, using: &random) {
            case 0: try await cache.removeRecord(for: "\(key)")
            case 1: try await cache.sweep()
            case 2 where task == 0: try await cache.removeAll()
            case 3..<10: try await cache.save(Self.record(key, task * 100 + turn), for: "\(key)")
            case _:
              if !Self.isWhole(try await cache.record(for: "\(key)"), key) { return false }
            }
          }
          return true
        }
      }
      for try await isWhole in group { #expect(isWhole) }
    }
    let size = try await cache.sizeOnDisk()
    #expect(cache.statistics.bytes == size)
    #expect(size <= policy.sizeLimit)
    #expect(cache.statistics.corrupt == 0)
    #expect(cache.statistics.failedRemovals == 0)
    #expect(folder.names.allSatisfy { $0.hasSuffix(".record") })
  }

  @Test func `of many writes to one key a read sees one, complete (D9)`() async throws {
    let cache = try DiskCache(folder: folder.url)
    try await cache.save(Self.record(0, 0), for: "0")
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          for turn in 0..<40 {
            if task % 2 == 0 {
              try await cache.save(Self.record(0, task * 40 + turn), for: "0")
            } else {
              let record = try await cache.record(for: "0")
              if record == nil || !Self.isWhole(record, 0) { return false }
            }
          }
          return true
        }
      }
      for try await isWhole in group { #expect(isWhole) }
    }
    #expect(cache.statistics.misses == 0)
    #expect(folder.names.count == 1)
  }

  @Test func `tasks cancelled at any time leave nothing half-done (D10)`() async throws {
    let cache = try DiskCache(folder: folder.url)
    let tasks = (0..<200).map { turn in
      Task { try await cache.save(Self.record(0, turn), for: "\(turn % 7)") }
    }
    for task in tasks.reversed() { task.cancel() }
    for task in tasks { _ = await task.result }
    for key in 0..<7 { #expect(Self.isWhole(try await cache.record(for: "\(key)"), key)) }
    #expect(cache.statistics.corrupt == 0)
    #expect(folder.names.allSatisfy { $0.hasSuffix(".record") })
  }
}
