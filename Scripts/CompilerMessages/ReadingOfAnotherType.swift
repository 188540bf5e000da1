// error: the values of the table must have the type of the expression

import MarbleTesting

func readingOfAnotherType(_ m: Marbles, _ count: Int) {
  m.expect(reading: { count }, "a-b", ["a": "0", "b": "1"])
}
