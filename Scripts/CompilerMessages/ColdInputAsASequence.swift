// error: an input is a publisher: read its `elements` as a sequence

import MarbleTesting

func use(_ words: some AsyncSequence<String, Never>) {}

func coldInputAsASequence(_ m: Marbles) {
  use(m.cold("a-b|"))
}
