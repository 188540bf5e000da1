// error: a step is synchronous: wrap the call in `Task { await … }`

import MarbleTesting

func appear() async {}

func asyncStep(_ m: Marbles) {
  m.at(.milliseconds(10)) { await appear() }
}
