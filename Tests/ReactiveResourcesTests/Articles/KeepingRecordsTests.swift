import Foundation
import ReactiveResources
import Testing

// The code of the article on keeping records, unchanged; code that runs has a scratch folder.

@Suite struct `The code of the article on keeping records on disk` {
  @Test func `a record is stored`() async throws {
    let (scratch, bytes) = (ScratchFolder(), Data("bytes".utf8))
    let caches = scratch.url
    let cache = try DiskCache(
      folder: caches.appending(path: "covers"),
      policy: DiskCachePolicy(sizeLimit: 50_000_000, ageLimit: .seconds(30 * 24 * 3600))
    )
    try await cache.save(ResourceRecord(metadata: ["etag": "\"7\""], body: bytes), for: "covers/7")
    #expect(try await cache.record(for: "covers/7")?.body == bytes)
  }

  @Test func `the folder is in the caches folder of the system`() {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
    #expect(caches.isFileURL)
  }

  @Test func `a test has every line of the article`() throws {
    let article = try ArticleCode("KeepingRecordsOnDisk", of: "ReactiveResources")
    #expect((article.blocks.count, article.others) == (1, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}
