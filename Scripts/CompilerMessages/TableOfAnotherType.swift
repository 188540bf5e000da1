// error: the values of the table must have the type of the publisher's values, its Output

import MarbleTesting

func tableOfAnotherType(_ m: Marbles, _ counts: AnyPublisher<Int, Never>) {
  m.expect(counts, "a", ["a": "x"])
}
