//: # Caches
//:
//: A `LoaderCache` loads what belongs to a key once, for all who are interested in it. This is the
//: server of the story: it counts its calls, and can be switched off.

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

//: Two rows show the same movie: one load.

let row = posters.interest(in: 7, at: .high)
let detail = posters.interest(in: 7)
await row.outcome()
await detail.outcome()
print("\(await server.calls) call for two:", row.state.value ?? "", "and", detail.state.value ?? "")
// → 1 call for two: poster 7 and poster 7

//: Who comes later finds it there, at once. Code that is no view asks for the value.

print("a hit:", posters.interest(in: 7).isHit)
// → a hit: true
print("for a reader:", posters.value(for: 7) ?? "nothing")
// → for a reader: poster 7
print("for a reader:", posters.value(for: 8) ?? "nothing")
// → for a reader: nothing
print("waited for:", try await posters.load(8))
// → waited for: poster 8

//: A failure is a state that can be tried again.

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

//: Loads, joins, hits and failures are counted. The second row joins the load, or hits if that was faster.

let done = posters.statistics
print("loads \(done.loads), joins and hits \(done.joins + done.hits), failures \(done.failures)")
// → loads 4, joins and hits 3, failures 1

//: ## Over HTTP
//:
//: A `ResourceLoader` does the same with files: from memory, disk or network. Here the server is one in
//: memory, which answers as a right server does.

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
