import Foundation
import ReactiveLoadable
import ReactiveResources
import Testing

// The code of the README that is about resources, as it stands there. The folder of caches is a scratch
// one, and the server is in memory.

@Suite struct `The code of the README about resources` {
  @Test @MainActor func `files for all rows`() async throws {
    enum URLSessionTransport { static let shared = MemoryTransport() }
    enum URL { @TaskLocal static var cachesDirectory = Foundation.URL(filePath: "/") }
    let (scratch, server) = (ScratchFolder(), Foundation.URL(filePath: "/"))
    let transport = URLSessionTransport.shared
    let heat = MemoryResource(Data("Heat".utf8), cacheControl: "max-age=86400")
    transport.serve(heat, at: server.appending(path: "heat.jpg"))
    for source in [ResourceSource.network, .disk] {
      await URL.$cachesDirectory.withValue(scratch.url) {
        let disk = try? DiskCache(folder: URL.cachesDirectory.appending(path: "posters"))
        let fetcher = ResourceFetcher(store: disk, transport: URLSessionTransport.shared)
        let files = ResourceLoader(fetcher) { ResourceRequest(server.appending(path: $0.path)) }
        let poster = RowModel(files)
        poster.show(ResourceKey("heat.jpg"))  // from memory, disk or network
        #expect(await poster.interest?.outcome().value?.source == source)
        await disk?.close()
      }
    }
    #expect(transport.requests.count == 1)
  }

  @Test func `the same code opens the documentation`() throws {
    let page = try ArticleCode("ReactiveResources", of: "ReactiveResources", in: ".")
    #expect(page.blocks.count == 1)
    #expect(try page.lines(missingIn: #filePath) == [])
  }
}
