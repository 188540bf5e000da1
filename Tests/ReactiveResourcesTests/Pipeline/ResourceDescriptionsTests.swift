import Foundation
import ReactiveLoadable
import ReactiveResources
import Testing

@Suite struct `Descriptions of resources` {
  @Test func `loader, interest, fetcher, transport and stores print their state`() async throws {
    let url = URL(filePath: "/poster")
    let transport = MemoryTransport()
    transport.serve(MemoryResource(Data("poster".utf8), cacheControl: "max-age=60"), at: url)
    let store = MemoryStore(sizeLimit: 1_000)
    #expect("\(store)" == "MemoryStore: 0 records, 0 of 1000 bytes")
    let fetcher = ResourceFetcher(store: store, transport: transport)
    #expect("\(fetcher)" == "ResourceFetcher: 0 requests, 0 hits")
    let cache = CachePolicy<Resource<Data>>(load: LoadPolicy(name: "posters"))
    let posters = ResourceLoader(fetcher, policy: ResourcePolicy(cache: cache)) { _ in
      ResourceRequest(url)
    }
    #expect("\(posters)" == "ResourceLoader posters: 0 cached, 0 active keys")
    let interest = posters.interest(in: ResourceKey("heat.jpg"))
    await interest.outcome()
    #expect("\(interest)".hasPrefix("ResourceInterest(heat.jpg): loaded("))
    #expect("\(posters)" == "ResourceLoader posters: 1 cached, 1 active key")
    #expect("\(transport)" == "MemoryTransport: 1 request")
    #expect("\(fetcher)" == "ResourceFetcher: 1 request, 0 hits")
    #expect("\(store)".hasPrefix("MemoryStore: 1 record, "))
    for object in [interest, posters, transport, store] as [Any] {
      #expect(
        !Mirror(reflecting: object).children.contains { "\($0.value)".contains("(Function)") }
      )
    }
  }

  @Test func `a disk cache prints its folder and its size`() throws {
    let folder = URL.temporaryDirectory.appending(path: "covers-\(UUID())/covers")
    let disk = try DiskCache(folder: folder, policy: DiskCachePolicy(sizeLimit: 50_000))
    #expect("\(disk)" == "DiskCache covers: 0 of 50000 bytes")
    try FileManager.default.removeItem(at: folder.deletingLastPathComponent())
  }
}
