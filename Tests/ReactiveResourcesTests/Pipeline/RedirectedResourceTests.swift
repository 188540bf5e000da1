import Foundation
import ReactiveLoadable
import ReactiveResources
import Testing

@Suite struct `A redirected resource (G3, H15)` {
  @Test func `it is decoded again from another target, although both use one tag`() async {
    let server = MemoryTransport()
    let url = URL(filePath: "/a")
    for path in ["/b1", "/b2"] {
      let resource = MemoryResource(Data(path.utf8), entityTag: "\"1\"")
      server.serve(resource, at: URL(filePath: path))
    }
    let loader = ResourceLoader(ResourceFetcher(transport: server)) { _ in
      ResourceRequest(url)
    } decode: { bytes, _ in
      String(decoding: bytes, as: UTF8.self)
    }
    server.plan(.status(302, ["location": "/b1"]), at: url)
    let interest = loader.interest(in: ResourceKey("a"))
    await interest.outcome()
    #expect(interest.state.value?.value == "/b1")
    server.clearPlan()
    server.plan(.status(302, ["location": "/b2"]), at: url)
    interest.refresh()
    await interest.outcome()
    #expect(interest.state.value?.value == "/b2")
  }
}
