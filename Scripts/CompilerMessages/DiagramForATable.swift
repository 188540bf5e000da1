// error: a stream has one diagram; the argument after it is the table of values, ["a": …]

import MarbleTesting

func diagramForATable(_ m: Marbles) {
  m.expect(m.hot("a-b"), "a-b", "a-b")
}
