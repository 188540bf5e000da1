import Foundation
import ReactiveResources
import Testing

@Suite struct DiskCacheOpeningTests {
  private let folder = ScratchFolder()

  private var ownProcess: Int32 { ProcessInfo.processInfo.processIdentifier }

  @Test func `a folder is created with its parents`() async throws {
    let inner = folder.url.appending(path: "a/b c/ä", directoryHint: .isDirectory)
    let cache = try DiskCache(folder: inner)
    try await cache.save(.text("a"), for: "a")
    #expect(try FileManager.default.contentsOfDirectory(atPath: inner.path).count == 2)
    #expect(cache.folder == inner)
  }

  @Test func `a folder that cannot be created is reported`() throws {
    try folder.put(Data(), as: "file")
    let inner = folder.url.appending(path: "file/folder", directoryHint: .isDirectory)
    #expect(throws: DiskCacheError.cannotOpen(folder: inner, code: ENOTDIR)) {
      try DiskCache(folder: inner)
    }
    let file = folder.url.appending(path: "file")
    #expect(throws: DiskCacheError.cannotOpen(folder: file, code: ENOTDIR)) {
      try DiskCache(folder: file)
    }
  }

  @Test func `a folder is created with all folders that its path leads through`() async throws {
    let inner = URL(filePath: folder.url.path + "/a/../b", directoryHint: .isDirectory)
    let cache = try DiskCache(folder: inner)
    try await cache.save(.text("a"), for: "a")
    #expect(folder.names == ["a", "b"])
  }

  @Test(arguments: ["otherhost", "otherhost:1", "127.0.0.1"])
  func `a folder of another computer is refused (D1)`(_ host: String) throws {
    let remote = try #require(URL(string: "file://\(host)\(folder.url.path)/"))
    #expect(throws: DiskCacheError.cannotOpen(folder: remote, code: EREMOTE)) {
      try DiskCache(folder: remote)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
  }

  @Test func `a folder of this computer may name it (D1)`() async throws {
    let url = try #require(URL(string: "file://LOCALHOST\(folder.url.path)/"))
    let cache = try DiskCache(folder: url)
    try await cache.save(.text("a"), for: "a")
    #expect(folder.names.count == 1)
  }

  @Test func `one cache of a process uses a folder at a time (D1)`() async throws {
    let first = try DiskCache(folder: folder.url)
    let error = DiskCacheError.inUse(folder: folder.url, process: ownProcess)
    #expect(throws: error) { try DiskCache(folder: folder.url) }
    #expect(
      error.localizedDescription == """
        The cache folder \(folder.url.path) is in use by another cache of this process \
        (\(ownProcess)).
        """
    )
    try await first.save(.text("a"), for: "a")
    #expect(try await first.record(for: "a") == .text("a"))
  }

  @Test func `a released cache releases its folder (D1)`() async throws {
    for round in 0..<100 {
      let cache = try DiskCache(folder: folder.url)
      try await cache.save(.text("\(round)"), for: "a")
      #expect(try await cache.record(for: "a") == .text("\(round)"))
    }
  }

  @Test func `a closed cache releases its folder, and reports that it is closed (D1)`() async throws
  {
    let first = try DiskCache(folder: folder.url)
    try await first.save(.text("a"), for: "a")
    await first.close()
    await first.close()
    let error = DiskCacheError.closed(folder: folder.url)
    await #expect(throws: error) { try await first.save(.text("b"), for: "a") }
    await #expect(throws: error) { try await first.record(for: "a") }
    await #expect(throws: error) { try await first.removeRecord(for: "a") }
    await #expect(throws: error) { try await first.removeAll() }
    await #expect(throws: error) { try await first.sweep() }
    await #expect(throws: error) { try await first.sizeOnDisk() }
    let second = try DiskCache(folder: folder.url)
    #expect(try await second.record(for: "a") == .text("a"))
  }

  @Test func `partial files of killed processes are removed, and nothing else (D5)`()
    async throws
  {
    let incompleteWrites = "ca978112ca1bbdcafac231b39a23dc4d.record.77-3.part"
    try folder.put(Data("half".utf8), as: incompleteWrites)
    try folder.put(Data("mine".utf8), as: "notes.part")
    let cache = try DiskCache(folder: folder.url)
    _ = try await cache.sizeOnDisk()
    #expect(folder.names == ["notes.part"])
    #expect(cache.statistics.incompleteWrites == 1)
  }

  #if os(macOS) || os(Linux)
  @Test
  func `a folder used by another process is reported with the process, and free after a kill (D1)`()
    async throws
  {
    let victim = try Victim("hold", folder.url)
    await victim.firstOutput()
    let error = DiskCacheError.inUse(folder: folder.url, process: victim.processID)
    #expect(throws: error) { try DiskCache(folder: folder.url) }
    #expect(
      error.localizedDescription
        == "The cache folder \(folder.url.path) is in use by process \(victim.processID)."
    )
    victim.kill()
    #expect(try await victim.end().wasKilled)
    let cache = try DiskCache(folder: folder.url)
    try await cache.save(.text("a"), for: "a")
  }

  @Test func `a relative folder in a removed working directory is reported (D1)`() async throws {
    try folder.put(Data(), as: "other")
    let end = try await Victim("relative", folder.url).end()
    #expect(end.lines == ["cannot open: No such file or directory"])
  }

  @Test func `a write cut off by the system leaves the old record (D5)`() async throws {
    let end = try await Victim("limited", folder.url).end()
    #expect(end.lines == ["The record of limited cannot be written: File too large."])
    #expect(folder.names.count == 1)
    let cache = try DiskCache(folder: folder.url)
    #expect(try await cache.record(for: "limited")?.metadata["version"] == "1")
  }
  #endif
}
