// error: the values of the table must have the type of the sequence's elements, its Element

import MarbleTesting

func tableOfAnotherTypeForASequence(_ m: Marbles, _ counts: AsyncStream<Int>) {
  m.expect(counts, "a", ["a": "x"])
}
