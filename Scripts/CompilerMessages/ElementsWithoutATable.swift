// error: names are values only of a LosslessStringConvertible type such as String or Int: pass a table, ["a": …], or compare with `where:`

import MarbleTesting

func elementsWithoutATable(_ m: Marbles, _ lists: AsyncStream<[Int]>) {
  m.expect(lists, "a-b")
}
