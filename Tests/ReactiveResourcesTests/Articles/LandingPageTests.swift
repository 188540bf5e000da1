import Foundation
import ReactiveLoadable
import ReactiveResources
import Testing

// The code that opens the documentation of ReactiveResources, unchanged. Code that runs has a scratch folder, and a
// server in memory.

@Suite struct `The first code of the documentation` {
  @Test @MainActor func `one loader for all rows`() async throws {
    enum URLSessionTransport { static let shared = MemoryTransport() }
    let (scratch, server) = (ScratchFolder(), URL(filePath: "/"))
    let caches = scratch.url
    let transport = URLSessionTransport.shared
    let heat = MemoryResource(Data("Heat".utf8), cacheControl: "max-age=86400")
    transport.serve(heat, at: server.appending(path: "heat.jpg"))
    for source in [ResourceSource.network, .disk] {
      let disk = try? DiskCache(folder: caches.appending(path: "posters"))
      let fetcher = ResourceFetcher(store: disk, transport: URLSessionTransport.shared)
      let files = ResourceLoader(fetcher) { ResourceRequest(server.appending(path: $0.path)) }
      let poster = KeyedModel(files)
      poster.show(ResourceKey("heat.jpg"))  // from memory, disk or network
      #expect(await poster.interest?.outcome().value?.source == source)
      await disk?.close()
    }
    #expect(transport.requests.count == 1)
  }

  @Test func `the folder is in the caches folder of the system`() {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
    #expect(caches.isFileURL)
  }

  @Test func `the landing page has this code`() throws {
    let page = try ArticleCode("ReactiveResources", of: "ReactiveResources", in: ".")
    #expect(page.blocks.count == 1)
    #expect(try page.lines(missingIn: #filePath) == [])
  }
}
