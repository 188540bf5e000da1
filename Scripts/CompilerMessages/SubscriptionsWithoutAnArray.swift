// error: pass an array with a diagram for each subscription: ["^--!"]

import MarbleTesting

func subscriptionsWithoutAnArray(_ m: Marbles) {
  m.expectSubscriptions(m.cold("a"), "^-!")
}
