// error: names are values only of a LosslessStringConvertible type such as String or Int: pass a table, ["a": …], or compare with `where:`

import MarbleTesting

func valuesWithoutATable(_ m: Marbles, _ lists: AnyPublisher<[Int], Never>) {
  m.expect(lists, "a-b")
}
