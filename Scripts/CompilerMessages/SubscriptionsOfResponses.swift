// error: name the request, whose input has subscriptions: load["swift"]

import MarbleTesting

func subscriptionsOfResponses(_ m: Marbles) {
  m.expectSubscriptions(m.responses(to: ["swift": "--x|"]), ["^-!"])
}
