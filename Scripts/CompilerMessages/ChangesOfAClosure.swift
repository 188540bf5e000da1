// error: write the expression without braces: m.expectChanges(of: …)

import MarbleTesting

func changesOfAClosure(_ m: Marbles, _ count: Int) {
  m.expectChanges(of: { count }, "0-1")
}
