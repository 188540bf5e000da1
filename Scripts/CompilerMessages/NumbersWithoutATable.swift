// error: without a table the values are Strings: pass a table, m.hot("-a", ["a": …])

import MarbleTesting

func sum(_ numbers: some Publisher<Int, Never>) {}

func numbersWithoutATable(_ m: Marbles) {
  sum(m.hot("1-2|"))
}
