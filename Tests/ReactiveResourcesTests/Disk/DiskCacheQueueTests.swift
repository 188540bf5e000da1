import Foundation
import ReactiveResources
import Testing

@Suite struct DiskCacheQueueTests {
  private let folder = ScratchFolder()
  private let steps = FileSteps()

  private func open() throws -> DiskCache {
    try DiskCache(folder: folder.url, policy: DiskCachePolicy(), hooks: steps.hooks)
  }

  @Test(arguments: [DiskStep.create, .writeHead, .writeBody, .setDate, .rename])
  func `a read during a write sees the old record (D9)`(_ step: DiskStep) async throws {
    let cache = try open()
    try await cache.save(.text("old"), for: "a")
    try await steps.holding(step) {
      async let kept: Void = cache.save(.text("new"), for: "a")
      await steps.arrival()
      #expect(try await cache.record(for: "a") == .text("old"))
      steps.release()
      try await kept
      #expect(try await cache.record(for: "a") == .text("new"))
    }
  }

  @Test func `a read does not wait for a sweep (D9)`() async throws {
    let cache = try open()
    try await cache.save(.text("a"), for: "a")
    try await steps.holding(.list) { () async throws in
      async let report = cache.sweep()
      await steps.arrival()
      #expect(try await cache.record(for: "a") == .text("a"))
      steps.release()
      #expect(try await report.bytesRemaining > 0)
    }
  }

  @Test func `a task cancelled before its turn does nothing, and returns immediately (D10)`()
    async throws
  {
    let cache = try open()
    try await steps.holding(.create) {
      async let first: Void = cache.save(.text("a"), for: "a")
      await steps.arrival()
      let second = Task { try await cache.save(.text("b"), for: "b") }
      second.cancel()
      await #expect(throws: CancellationError.self) { try await second.value }
      steps.release()
      try await first
      #expect(try await cache.record(for: "b") == nil)
      #expect(cache.statistics.writes == 1)
    }
  }

  @Test func `a read of a cancelled task does nothing (D10)`() async throws {
    let cache = try open()
    let read = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await cache.record(for: "a")
    }
    await #expect(throws: CancellationError.self) { try await read.value }
    #expect(cache.statistics.misses == 0)
  }

  @Test func `a started write is finished, also if its task is cancelled (D10)`() async throws {
    let cache = try open()
    try await steps.holding(.writeBody) {
      let write = Task { try await cache.save(.text("a"), for: "a") }
      await steps.arrival()
      write.cancel()
      steps.release()
      try await write.value
      #expect(try await cache.record(for: "a") == .text("a"))
    }
  }

  @Test func `a cancelled task can still remove (D10)`() async throws {
    let cache = try open()
    try await cache.save(.text("a"), for: "a")
    try await cache.save(.text("b"), for: "b")
    try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await cache.removeRecord(for: "a")
    }.value
    #expect(folder.names.count == 1)
    try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await cache.removeAll()
    }.value
    #expect(folder.names == [])
  }

  @Test func `closing waits for earlier calls (D1)`() async throws {
    let cache = try open()
    try await steps.holding(.create) {
      async let kept: Void = cache.save(.text("a"), for: "a")
      await steps.arrival()
      async let closed: Void = cache.close()
      steps.release()
      try await kept
      await closed
      let next = try open()
      #expect(try await next.record(for: "a") == .text("a"))
    }
  }
}
