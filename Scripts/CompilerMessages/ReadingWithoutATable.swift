// error: names are values only of a LosslessStringConvertible type such as String or Int: pass a table, ["a": …]

import MarbleTesting

func readingWithoutATable(_ m: Marbles, _ list: @escaping () -> [Int]) {
  m.expect(reading: { list() }, "a-b")
}
