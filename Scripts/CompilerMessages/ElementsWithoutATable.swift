// error: m.expect takes a publisher or an async sequence, with a table of its values, which are Equatable: expect a property with m.expect(reading: { … }) or m.expectChanges(of: …)

import MarbleTesting

func elementsWithoutATable(_ m: Marbles, _ lists: AsyncStream<[Int]>) {
  m.expect(lists, "a-b")
}
