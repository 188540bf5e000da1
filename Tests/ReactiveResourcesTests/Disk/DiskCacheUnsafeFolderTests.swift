import Foundation
import Testing

@testable import ReactiveResources

/// Folders that another user or program may change.
@Suite struct DiskCacheUnsafeFolderTests {
  private let folder = ScratchFolder()
  private let others = ScratchFolder()

  private var lock: URL { folder.url.appending(path: "lock") }

  @Test(arguments: [0o777, 0o1777, 0o702] as [mode_t])
  func `a folder that others may write is refused (D1)`(_ mode: mode_t) throws {
    try folder.put(Data(), as: "other")
    #expect(chmod(folder.url.path, mode) == 0)
    #expect(throws: DiskCacheError.writableByOthers(folder: folder.url)) {
      try DiskCache(folder: folder.url)
    }
    #expect(!FileManager.default.fileExists(atPath: lock.path))
  }

  @Test(.enabled(if: geteuid() == 0, "only root may give a folder away"))
  func `a folder of another user is refused (D1)`() throws {
    try folder.put(Data(), as: "other")
    #expect(chown(folder.url.path, 12_345, 12_345) == 0)
    #expect(throws: DiskCacheError.otherOwner(folder: folder.url, user: 12_345)) {
      try DiskCache(folder: folder.url)
    }
    #expect(!FileManager.default.fileExists(atPath: lock.path))
  }

  @Test func `a folder that is replaced by a link while it is in use is not left (D1)`()
    async throws
  {
    try others.put(Data(), as: "other")
    let cache = try DiskCache(folder: folder.url)
    let moved = others.url.appending(path: "moved")
    try FileManager.default.moveItem(at: folder.url, to: moved)
    try FileManager.default.createSymbolicLink(at: folder.url, withDestinationURL: others.url)
    try await cache.save(.text("a"), for: "a")
    #expect(try await cache.record(for: "a") == .text("a"))
    #expect(others.names == ["moved", "other"])
  }

  @Test func `the errors of an unsafe folder say what to do (D1)`() {
    let url = URL(filePath: "/caches/covers", directoryHint: .isDirectory)
    let texts = [
      DiskCacheError.otherOwner(folder: url, user: 7), .writableByOthers(folder: url),
      .unusableLock(folder: url),
    ].map(\.localizedDescription)
    #expect(
      texts == [
        """
        The cache folder /caches/covers belongs to the user 7, not to the user \(geteuid()) of this \
        process. Use a folder of this user.
        """,
        """
        Every user may write into the cache folder /caches/covers. Use a folder of the cache alone, \
        or remove that permission (chmod o-w).
        """,
        """
        The file lock in the cache folder /caches/covers is a link, a directory, or a file that the \
        cache did not create. Remove it.
        """,
      ]
    )
  }

  @Test func `a folder may be named by a link (D1)`() async throws {
    try others.put(Data(), as: "other")
    try FileManager.default.createSymbolicLink(at: folder.url, withDestinationURL: others.url)
    let cache = try DiskCache(folder: folder.url)
    try await cache.save(.text("a"), for: "a")
    #expect(others.names.count == 2)
  }
}
