//: # Lists
//:
//: A `PagedLoader` loads a list page by page. The server of this page has seven episodes of each
//: podcast, three on a page. It counts its calls and can be switched off.

import ReactiveLoadable

struct Offline: Error {}

struct Episode: Identifiable {
  let id: String
}

actor Server {
  private(set) var calls = 0
  private var isDown = false

  func switchOff(_ isDown: Bool) { self.isDown = isDown }

  func episodes(of podcast: String, after offset: Int) throws(Offline) -> [Episode] {
    calls += 1
    if isDown { throw Offline() }
    return (offset..<min(offset + 3, 7)).map { Episode(id: "\(podcast) \($0 + 1)") }
  }
}

let server = Server()
let episodes = PagedLoader { (page: PageRequest<String, Int>) in
  let offset = page.cursor ?? 0
  let items = try await server.episodes(of: page.key, after: offset)
  return Page(items, offset: offset, limit: 3, total: 7)
}

//: Its state is one `Loadable` of a `PagedList`. The list also has the state of its end: `append` is
//: idle, loading, failed or complete.

let drawing = episodes.states.sink { state in
  switch state {
  case .notRequested: print("nothing yet")
  case .loading(let loading): print("spinner over \(loading.previous?.count ?? 0) rows")
  case .loaded(let list): print("\(list.count) of \(list.total ?? 0) rows, append \(list.append)")
  case .failed: print("banner")
  }
}
// → nothing yet

//: The screen appears, and the first page loads. `next()` loads the next page. A view calls
//: `visible(at:)` for each row instead, which loads the next page before the last row is visible.

await episodes.loadIfNeeded("Swift").outcome()
// → spinner over 0 rows
// → 3 of 7 rows, append idle
await episodes.next().outcome()
// → 3 of 7 rows, append loading
// → 6 of 7 rows, append idle

//: When a page fails, the rows stay visible. The end of the list is failed until a retry, which
//: requests that page only.

await server.switchOff(true)
let failure = await episodes.next().outcome().error
// → 6 of 7 rows, append loading
// → 6 of 7 rows, append failed(Offline())
await server.switchOff(false)
await episodes.retry().outcome()
// → 6 of 7 rows, append loading
// → 7 of 7 rows, append complete

//: Another key starts a new list. The list of an earlier key is cached and is restored without a
//: request.

await episodes.loadIfNeeded("Relay").outcome()
// → spinner over 0 rows
// → 3 of 7 rows, append idle
episodes.loadIfNeeded("Swift")
// → 7 of 7 rows, append complete
print("calls: \(await server.calls)")  // → calls: 5
