// error: an input is a publisher: read its `elements` as a sequence

import MarbleTesting

func forAwaitOverAColdInput(_ m: Marbles) async {
  let words = m.cold("a-b|")
  for await word in words { print(word) }
}
