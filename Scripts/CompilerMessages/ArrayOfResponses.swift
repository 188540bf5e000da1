// error: pass the diagrams of later subscriptions as `then:`: m.cold("--#", then: ["--x|"])

import MarbleTesting

func arrayOfResponses(_ m: Marbles) {
  _ = m.cold(["--x|", "---y|"])
}
