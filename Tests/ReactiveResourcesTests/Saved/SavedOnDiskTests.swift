import Foundation
import TestSupport
import Testing

@testable import ReactiveLoading
@testable import ReactiveResources

@Suite struct `Saved values on disk (V6, V8)` {
  private let folder = ScratchFolder()
  private let steps = FileSteps()

  private func bench(
    _ policy: DiskCachePolicy = DiskCachePolicy()
  ) throws -> SavedBench<DiskCache> {
    SavedBench(try DiskCache(folder: folder.url, policy: policy, hooks: steps.hooks))
  }

  @Test func `a value is restored after a restart`() async throws {
    let first = try bench()
    first.save("a", for: 1)
    await first.store.close()
    let next = try bench()
    next.date.advance(7200)
    #expect(await next.read(1) == "a, 7200.0 seconds")
    await next.store.close()
  }

  @Test func `a record that is cut at any byte is a miss, and is removed`() async throws {
    let first = try bench()
    first.save("a text", for: 1)
    await first.store.close()
    let file = try #require(folder.file)
    let bytes = try Data(contentsOf: file)
    #expect(bytes.count > 150)
    let next = try bench()
    for count in bytes.indices {
      try bytes.prefix(count).write(to: file)
      #expect(await next.read(1) == nil, "\(count) bytes")
    }
    _ = try await next.store.sizeOnDisk()
    #expect(folder.names == [])
    next.save("b", for: 1)
    #expect(await next.read(1) == "b, 0.0 seconds")
    // The disk cache counts a corrupt record; a loader receives a miss.
    #expect(next.reports.entries == ["1: saved"])
  }

  @Test(arguments: [DiskStep.create, .writeHead, .writeBody, .setDate, .rename])
  func `a write that fails at any step leaves the old value, and is reported`(
    _ step: DiskStep
  ) async throws {
    let bench = try bench()
    bench.save("a", for: 1)
    await bench.finish()
    steps.fail(step)
    bench.save("b", for: 1)
    bench.save("b", for: 2)
    await bench.finish()
    // The two keys are written at the same time, so their reports have no order.
    #expect(
      bench.reports.entries.dropFirst().sorted()
        == [1, 2].map { key in
          """
          \(key): The record of key/\(key) cannot be saved: The record of key/\(key) cannot be written: No \
          space left on device.
          """
        }
    )
    steps.fail(nil)
    #expect(await bench.read(1) == "a, 0.0 seconds")
    #expect(await bench.read(2) == nil)
    bench.save("c", for: 2)
    #expect(await bench.read(2) == "c, 0.0 seconds")
  }

  @Test func `a file that cannot be opened is a miss, reported, and read later`() async throws {
    let bench = try bench()
    bench.save("a", for: 1)
    await bench.finish()
    steps.fail(.open)
    #expect(await bench.read(1) == nil)
    #expect(bench.reports.entries.last?.contains("cannot be read") == true)
    steps.fail(nil)
    #expect(await bench.read(1) == "a, 0.0 seconds")
  }

  @Test func `a file that cannot be removed is not read, and reported`() async throws {
    let bench = try bench()
    bench.save("a", for: 1)
    await bench.finish()
    steps.fail(.remove)
    bench.remove(1)
    await bench.finish()
    #expect(bench.reports.entries.last?.contains("cannot be removed") == true)
    await #expect(throws: StoreFailure.self) { try await bench.removeAll()() }
    steps.fail(nil)
    #expect(await bench.read(1) == nil)
    try await bench.removeAll()()
    #expect(folder.names == [])
  }

  @Test func `a folder that cannot be listed fails the removal of all, and nothing is read`()
    async throws
  {
    let bench = try bench()
    bench.save("a", for: 1)
    await bench.finish()
    _ = try await bench.store.sizeOnDisk()
    steps.fail(.list)
    await #expect(throws: StoreFailure.self) { try await bench.removeAll()() }
    steps.fail(nil)
    #expect(await bench.read(1) == nil)
    try await bench.removeAll()()
    #expect(folder.names == [])
  }

  @Test func `a folder that is removed while it is used is reported, and loads continue`()
    async throws
  {
    let bench = try bench()
    bench.save("a", for: 1)
    await bench.finish()
    try FileManager.default.removeItem(at: folder.url)
    #expect(await bench.read(1) == nil)
    bench.save("b", for: 1)
    await bench.finish()
    #expect(bench.reports.entries.last?.contains("was removed or cleared") == true)
    bench.remove(1)
    try await bench.removeAll()()
  }

  @Test func `a clock that is put back a year makes a value of the future, which is replaced`()
    async throws
  {
    let bench = try bench()
    bench.save("a", for: 1)
    await bench.finish()
    bench.date.advance(-365 * 86_400)
    #expect(await bench.read(1) == "a, -31536000.0 seconds")
    bench.save("b", for: 1)
    #expect(await bench.read(1) == "b, 0.0 seconds")
  }

  @Test func `a value of 100 MB is refused by the limit of a record, or saved`() async throws {
    let text = String(repeating: "x", count: 100_000_000)
    let small = SavedBench(try DiskCache(folder: folder.url), codec: .text)
    small.save(text, for: 1)
    await small.store.close()
    #expect(small.reports.entries.last?.contains("more than the limit of 25000000") == true)
    let policy = DiskCachePolicy(sizeLimit: 200_000_000, recordSizeLimit: 200_000_000)
    let large = SavedBench(try DiskCache(folder: folder.url, policy: policy), codec: .text)
    large.save(text, for: 1)
    #expect(await large.read(1)?.count == 100_000_000 + ", 0.0 seconds".count)
    await large.store.close()
    let next = SavedBench(try DiskCache(folder: folder.url), codec: .text)
    #expect(await next.read(1) == nil)
    _ = try await next.store.sizeOnDisk()
    #expect(folder.names == [])
  }

  @Test func `two loaders with one key: the last write wins (V9)`() async throws {
    let first = try bench()
    let second = SavedBench(first.store)
    first.save("a", for: 1)
    second.save("b", for: 1)
    await second.finish()
    #expect(await first.read(1) == "b, 0.0 seconds")
    #expect(await second.read(1) == "b, 0.0 seconds")
    second.remove(1)
    #expect(await first.read(1) == nil)
  }

  @Test func `closing writes the values that wait (V14)`() async throws {
    let first = try bench()
    for request in 1...50 {
      first.save("a", for: request)
      first.save("b", for: request)
    }
    await first.store.close()
    let next = try bench()
    for request in 1...50 { #expect(await next.read(request) == "b, 0.0 seconds") }
    first.save("c", for: 1)
    await first.finish()
    #expect(first.reports.entries.last?.contains("is closed") == true)
    #expect(await next.read(1) == "b, 0.0 seconds")
  }
}
