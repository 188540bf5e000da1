//: # Caches
//:
//: A `LoaderCache` loads the value of a key once and shares it between all interests in that key.
//: The server of this page counts its calls and can be switched off.

import Foundation
import ReactiveLoadable
import ReactiveResources

struct Offline: Error {}

actor Server {
  private(set) var calls = 0
  private var isDown = false

  func switchOff(_ isDown: Bool) { self.isDown = isDown }

  func poster(_ id: Int) throws(Offline) -> String {
    calls += 1
    if isDown { throw Offline() }
    return "poster \(id)"
  }
}

let server = Server()
let posters = LoaderCache { (id: Int) in try await server.poster(id) }

//: Two rows show the same movie. The second interest joins the load of the first.

let row = posters.interest(in: 7, at: .high)
let detail = posters.interest(in: 7)
await row.outcome()
await detail.outcome()
print("\(await server.calls) call for two:", row.state.value ?? "", "and", detail.state.value ?? "")
// → 1 call for two: poster 7 and poster 7

//: A later interest is a hit: its state is loaded from the start. Code that is not a view calls
//: `value(for:)` for a cached value, or `load(_:)` to wait for the value.

print("a hit:", posters.interest(in: 7).isHit)
// → a hit: true
print("cached:", posters.value(for: 7) ?? "nothing")
// → cached: poster 7
print("cached:", posters.value(for: 8) ?? "nothing")
// → cached: nothing
print("loaded:", try await posters.load(8))
// → loaded: poster 8

//: A failed load can be retried.

await server.switchOff(true)
let failing = posters.interest(in: 9)
await failing.outcome()
print("failed:", failing.state.error != nil)
// → failed: true
await server.switchOff(false)
failing.retry()
await failing.outcome()
print("after a retry:", failing.state.value ?? "nothing")
// → after a retry: poster 9

//: The cache counts loads, joins, hits and failures. The second row counts as a join, or as a hit if
//: the load has already ended.

let done = posters.statistics
print("loads \(done.loads), joins and hits \(done.joins + done.hits), failures \(done.failures)")
// → loads 4, joins and hits 3, failures 1

//: ## Over HTTP
//:
//: A `ResourceLoader` does the same for HTTP resources: it reads them from memory, disk or the
//: network. Here a `MemoryTransport` is the server. It answers conditional requests by the rules of HTTP.

let web = MemoryTransport()
let url = URL(filePath: "/posters/matrix.txt")
let file = MemoryResource(Data("a poster".utf8), entityTag: "\"1\"", cacheControl: "max-age=60")
web.serve(file, at: url)

let texts = ResourceLoader(ResourceFetcher(transport: web)) { _ in
  ResourceRequest(url)
} decode: { bytes, _ in
  String(decoding: bytes, as: UTF8.self)
}
let key = ResourceKey("matrix.txt")

for _ in 1...2 {
  let interest = texts.interest(in: key)
  let resource = await interest.outcome().value
  print(resource?.value ?? "", "from the", resource?.source.rawValue ?? "")
}
// → a poster from the network
// → a poster from the memory
print("requests:", web.requests.count)
// → requests: 1
