// error: the body is synchronous and time starts after it: wrap the call in `Task { await … }`

import MarbleTesting

func work() async {}

func asyncBody() {
  marbles { m in await work() }
}
