// error: the values are compared with ==: make them Equatable, or map them to values that are

import MarbleTesting

struct Point { var x = 0 }

func valuesThatAreNotEquatable(_ m: Marbles, _ points: AnyPublisher<Point, Never>) {
  m.expect(points, "a", ["a": Point()])
}
