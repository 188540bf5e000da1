// error: the closure is synchronous: wrap the call in `Task { await … }`

import MarbleTesting

func refresh() async {}

func asyncAction(_ m: Marbles) {
  m.hot("-a-b") { await refresh() }
}
