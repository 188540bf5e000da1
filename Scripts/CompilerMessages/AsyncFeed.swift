// error: the closure is synchronous: wrap the call in `Task { await … }`

import MarbleTesting

func send(_ text: String) async {}

func asyncFeed(_ m: Marbles) {
  m.hot("-a-b") { await send($0) }
}
