// error: m.expect takes a publisher or an async sequence, with a table of its values, which are Equatable: expect a property with m.expect(reading: { … }) or m.expectChanges(of: …)

import MarbleTesting

func tableConstantOfAnotherType(_ m: Marbles, _ counts: AsyncStream<Int>) {
  let names = ["a": "x"]
  m.expect(counts, "a", names)
}
