// error: an input is a publisher: read its `elements` as a sequence

import MarbleTesting

func consume(_ words: some AsyncSequence<String, Never>) {}

func inputAsASequence(_ m: Marbles) {
  consume(m.hot("a-b|"))
}
