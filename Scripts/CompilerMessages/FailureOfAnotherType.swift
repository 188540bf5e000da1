// error: the publisher cannot fail with this error: `failure:` takes its Failure type

import MarbleTesting

struct NotFound: Error {}

func failureOfAnotherType(_ m: Marbles, _ words: AnyPublisher<String, Never>) {
  m.expect(words, "a-#", failure: NotFound())
}
