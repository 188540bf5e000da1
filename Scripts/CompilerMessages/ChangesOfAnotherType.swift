// error: the values of the table must have the type of the expression

import MarbleTesting

func changesOfAnotherType(_ m: Marbles, _ count: Int) {
  m.expectChanges(of: count, "a-b", ["a": "0", "b": "1"])
}
