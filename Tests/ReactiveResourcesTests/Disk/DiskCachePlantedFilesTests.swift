import Foundation
import Testing

@testable import ReactiveResources

/// Files that another program has put into the folder of a cache, with the name of a record.
enum Planted: String, CaseIterable, CustomTestStringConvertible {
  case link, linkToNothing, secondName, fifo, socket, emptyDirectory, directory

  var testDescription: String { rawValue }

  /// Puts it at the path of a file.
  func put(at file: URL, victim: URL) throws {
    switch self {
    case .link: try check(symlink(victim.path, file.path))
    case .linkToNothing: try check(symlink(file.path + "-missing", file.path))
    case .secondName: try check(Foundation.link(victim.path, file.path))
    case .fifo: try check(mkfifo(file.path, 0o600))
    case .socket: try bindSocket(at: file)
    case .emptyDirectory: try check(mkdir(file.path, 0o700))
    case .directory:
      try check(mkdir(file.path, 0o700))
      try Data("mine".utf8).write(to: file.appending(path: "notes"))
    }
  }

  private func check(_ result: Int32) throws {
    if result != 0 { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }

  /// A path of a socket has about a hundred bytes at most, so it is created at a short one.
  private func bindSocket(at file: URL) throws {
    let descriptor = Foundation.socket(AF_UNIX, Self.stream, 0)
    defer { close(descriptor) }
    let short = "/tmp/\(UUID().uuidString.prefix(8)).socket"
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(short.utf8)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    try check(bound)
    try check(rename(short, file.path))
  }

  #if canImport(Darwin)
  private static let stream = SOCK_STREAM
  #else
  private static let stream = Int32(SOCK_STREAM.rawValue)
  #endif
}

@Suite struct DiskCachePlantedFilesTests {
  private let folder = ScratchFolder()
  private let others = ScratchFolder()

  private var lock: URL { folder.url.appending(path: "lock") }

  /// A file outside of the folder.
  private func precious() throws -> URL {
    try others.put(Data("precious data".utf8), as: "precious")
    return others.url.appending(path: "precious")
  }

  private func text(of file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  /// Stores a record, replaces its file, and returns the file.
  private func plant(_ planted: Planted, for key: String, _ cache: DiskCache) async throws -> URL {
    let victim = try precious()
    try await cache.save(.text("old"), for: key)
    let file = try #require(folder.file)
    try FileManager.default.removeItem(at: file)
    try planted.put(at: file, victim: victim)
    return file
  }

  // MARK: The lock

  @Test(arguments: Planted.allCases.filter { $0 != .linkToNothing })
  func `a lock that is no file of the cache is refused and not changed (D1)`(
    _ planted: Planted
  ) throws {
    let victim = try precious()
    try folder.put(Data(), as: "other")
    try planted.put(at: lock, victim: victim)
    #expect(throws: DiskCacheError.unusableLock(folder: folder.url)) {
      try DiskCache(folder: folder.url)
    }
    #expect(try text(of: victim) == "precious data")
  }

  @Test func `a lock that is a link to nothing is refused, and creates no file (D1)`() throws {
    try folder.put(Data(), as: "other")
    try Planted.linkToNothing.put(at: lock, victim: lock)
    #expect(throws: DiskCacheError.unusableLock(folder: folder.url)) {
      try DiskCache(folder: folder.url)
    }
    #expect(folder.names == ["other"])
  }

  // MARK: Records

  @Test(arguments: Planted.allCases)
  func `a planted file is a miss, is removed, and changes no other file (D11)`(
    _ planted: Planted
  ) async throws {
    let cache = try DiskCache(folder: folder.url)
    let file = try await plant(planted, for: "a", cache)
    #expect(try await cache.record(for: "a") == nil)
    try await cache.sweep()
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(try text(of: try precious()) == "precious data")
    #expect(try await cache.sizeOnDisk() == 0)
    try await cache.save(.text("new"), for: "a")
    #expect(try await cache.record(for: "a") == .text("new"))
    await cache.close()
  }

  @Test(arguments: [Planted.link, .secondName])
  func `a valid record outside of the folder is not read through a link (D11)`(
    _ planted: Planted
  ) async throws {
    let cache = try DiskCache(folder: folder.url)
    try await cache.save(.text("a"), for: "a")
    let file = try #require(folder.file)
    try others.put(try Data(contentsOf: file), as: "outside")
    let outside = others.url.appending(path: "outside")
    let old = Date(timeIntervalSince1970: 1_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: outside.path)
    try FileManager.default.removeItem(at: file)
    try planted.put(at: file, victim: outside)
    #expect(try await cache.record(for: "a") == nil)
    try await cache.sweep()
    let attributes = try FileManager.default.attributesOfItem(atPath: outside.path)
    #expect(attributes[.modificationDate] as? Date == old)
    #expect(folder.names == [])
  }

  @Test(arguments: Planted.allCases)
  func `a record replaces a planted file (D11)`(_ planted: Planted) async throws {
    let cache = try DiskCache(folder: folder.url)
    _ = try await plant(planted, for: "a", cache)
    try await cache.save(.text("new"), for: "a")
    #expect(try await cache.record(for: "a") == .text("new"))
    #expect(try text(of: try precious()) == "precious data")
    let size = try await cache.sizeOnDisk()
    #expect(cache.statistics.bytes == size)
  }

  @Test(arguments: Planted.allCases)
  func `a planted file can be removed with the records (D11)`(_ planted: Planted) async throws {
    let cache = try DiskCache(folder: folder.url)
    let file = try await plant(planted, for: "a", cache)
    try await cache.removeAll()
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(try text(of: try precious()) == "precious data")
  }

  @Test func `the contents of a planted directory stay, under another name (D11)`() async throws {
    let cache = try DiskCache(folder: folder.url)
    let file = try await plant(.directory, for: "a", cache)
    try await cache.removeRecord(for: "a")
    let name = try #require(folder.names.first)
    #expect(name.hasPrefix(file.lastPathComponent) && name.hasSuffix(".part"))
    #expect(try text(of: folder.url.appending(path: "\(name)/notes")) == "mine")
    await cache.close()
    let next = try DiskCache(folder: folder.url)
    _ = try await next.sizeOnDisk()
    #expect(folder.names == [name])
  }

  @Test func `a later write is not hindered by a planted directory with contents (D5, D11)`()
    async throws
  {
    let cache = try DiskCache(folder: folder.url)
    _ = try await plant(.directory, for: "a", cache)
    try await cache.removeRecord(for: "a")
    await cache.close()
    let next = try DiskCache(folder: folder.url)
    for version in ["1", "2", "3"] {
      try await next.save(.text(version), for: "a")
      #expect(try await next.record(for: "a") == .text(version))
    }
    await next.close()
  }

  @Test func `a valid head of a file that does not fit into memory is a miss (D4)`() async throws {
    let policy = DiskCachePolicy(sizeLimit: .max, recordSizeLimit: .max)
    let cache = try DiskCache(folder: folder.url, policy: policy)
    try await cache.save(.text("a"), for: "a")
    let file = try #require(folder.file)
    let count = 1 << 42
    let hash = KeyHash(of: "a")
    let head = RecordHead(keyHash: hash, metadata: [:], bodyCount: count).encoded(body: Data())
    try Data(head).write(to: file)
    #expect(truncate(file.path, off_t(head.count + count)) == 0)
    #expect(try await cache.record(for: "a") == nil)
    try await cache.sweep()
    #expect(folder.names == [])
    #expect(cache.statistics.corrupt == 1)
  }

  @Test func `a huge planted file is a miss, and is not read (D6)`() async throws {
    let cache = try DiskCache(folder: folder.url)
    try await cache.save(.text("a"), for: "a")
    let file = try #require(folder.file)
    #expect(truncate(file.path, 1 << 42) == 0)
    #expect(try await cache.record(for: "a") == nil)
    try await cache.sweep()
    #expect(folder.names == [])
    #expect(cache.statistics.bytes == 0)
    #expect(cache.statistics.removedBySize == 1)
  }

  @Test func `a head without an end is not read beyond its limit (D6)`() async throws {
    let cache = try DiskCache(folder: folder.url)
    try await cache.save(.text("a"), for: "a")
    let file = try #require(folder.file)
    let text = "ReactiveResources record 2\n" + String(repeating: "x", count: 2_000_000) + "\n\n"
    try Data(text.utf8).write(to: file)
    #expect(try await cache.record(for: "a") == nil)
    try await cache.sweep()
    #expect(cache.statistics.corrupt == 1)
    let long = ResourceRecord(metadata: ["a": text], body: Data())
    await #expect {
      try await cache.save(long, for: "a")
    } throws: { error in
      guard case DiskCacheError.tooLarge("a", _, 1_048_576) = error else { return false }
      return cache.statistics.refused == 1
    }
  }

  @Test func `a huge planted file does not evict the records (D7)`() async throws {
    let cache = try DiskCache(folder: folder.url)
    for key in ["a", "b"] { try await cache.save(.text(key), for: key) }
    let file = folder.url.appending(path: folder.names[0])
    #expect(truncate(file.path, 1 << 42) == 0)
    try await cache.sweep()
    #expect(folder.names.count == 1)
  }

  @Test(.enabled(if: geteuid() == 0, "only root may give a file away"))
  func `a record of another user is a miss, and removed (D11)`() async throws {
    let cache = try DiskCache(folder: folder.url)
    try await cache.save(.text("a"), for: "a")
    #expect(chown(try #require(folder.file).path, 12_345, 12_345) == 0)
    #expect(try await cache.record(for: "a") == nil)
    try await cache.sweep()
    #expect(folder.names == [])
  }

  // MARK: Sizes

  @Test func `files that grow outside of the cache never make its size negative (D7)`() async throws
  {
    let cache = try DiskCache(folder: folder.url)
    try await cache.save(.text("a"), for: "a")
    try Data(count: 50_000).write(to: try #require(folder.file))
    try await cache.removeRecord(for: "a")
    #expect(cache.statistics.bytes == 0)
  }

  @Test func `files that grow outside of the cache do not delay a sweep (D7)`() async throws {
    let policy = DiskCachePolicy(sizeLimit: 100_000, recordSizeLimit: 100_000)
    let cache = try DiskCache(folder: folder.url, policy: policy)
    try await cache.save(.text("small"), for: "a")
    try Data(count: 90_000).write(to: try #require(folder.file))
    try await cache.save(.text("small"), for: "a")
    for key in 0..<11 { try await cache.save(.bytes(10_000), for: "\(key)") }
    _ = try await cache.sizeOnDisk()
    #expect(cache.statistics.removedBySize > 0)
  }
}
