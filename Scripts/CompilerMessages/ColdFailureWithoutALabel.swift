// error: write the label of the error: m.cold("--#", failure: …)

import MarbleTesting

struct Broken: Error {}

func coldFailureWithoutALabel(_ m: Marbles) {
  _ = m.cold("a-#", Broken())
}
