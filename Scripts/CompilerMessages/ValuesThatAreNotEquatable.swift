// error: the values are compared with ==: make them Equatable, or compare them with `where:`

import MarbleTesting

struct Point { var x = 0 }

func valuesThatAreNotEquatable(_ m: Marbles, _ points: AnyPublisher<Point, Never>) {
  m.expect(points, "a", ["a": Point()])
}
