// error: an input is a publisher: read its `elements` as a sequence

import MarbleTesting

func forAwaitOverAnInput(_ m: Marbles) async {
  let words = m.hot("a-b|")
  for await word in words { print(word) }
}
