// error: the elements are compared with ==: make them Equatable, or compare them with `where:`

import MarbleTesting

struct Place { var x = 0 }

func elementsThatAreNotEquatable(_ m: Marbles, _ places: AsyncStream<Place>) {
  m.expect(places, "a", ["a": Place()])
}
