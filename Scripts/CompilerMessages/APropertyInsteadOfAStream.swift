// error: m.expect takes a publisher or an async sequence, with a table of its values, which are Equatable: expect a property with m.expect(reading: { … }) or m.expectChanges(of: …)

import MarbleTesting

func aPropertyInsteadOfAStream(_ m: Marbles, _ count: Int) {
  m.expect(count, "0-1")
}
