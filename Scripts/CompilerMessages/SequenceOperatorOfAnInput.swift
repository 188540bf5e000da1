// error: an input is a publisher: read its `elements` as a sequence

import MarbleTesting

func translate(_ word: String) async -> String { word }

func sequenceOperatorOfAnInput(_ m: Marbles) {
  let words = m.hot("a-b|")
  m.expect(words.map { await translate($0) }, "a-b|")
}
