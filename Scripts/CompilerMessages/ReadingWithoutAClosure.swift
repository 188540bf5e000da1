// error: pass a closure: m.expect(reading: { … }, "0-1")

import MarbleTesting

func readingWithoutAClosure(_ m: Marbles, _ count: Int) {
  m.expect(reading: count, "0-1")
}
