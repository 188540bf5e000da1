// error: the values of the table must have the type of the sequence's elements, its Element

import MarbleTesting

func tableConstantOfAnotherType(_ m: Marbles, _ counts: AsyncStream<Int>) {
  let names = ["a": "x"]
  m.expect(counts, "a", names)
}
