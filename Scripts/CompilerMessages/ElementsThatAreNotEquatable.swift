// error: m.expect takes a publisher or an async sequence, with a table of its values, which are Equatable: expect a property with m.expect(reading: { … }) or m.expectChanges(of: …)

import MarbleTesting

struct Place { var x = 0 }

func elementsThatAreNotEquatable(_ m: Marbles, _ places: AsyncStream<Place>) {
  m.expect(places, "a", ["a": Place()])
}
