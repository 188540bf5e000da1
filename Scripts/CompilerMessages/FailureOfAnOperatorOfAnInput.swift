// error: read its `elements` as a sequence; if it is one here because of an error, `failure:` and `failures:` take the Failure type of the publisher

import MarbleTesting

struct LostConnection: Error {}
struct LateAnswer: Error {}

func failureOfAnOperatorOfAnInput(_ m: Marbles) {
  m.expect(m.cold("-#", failure: LostConnection()).map { $0 }, "-#", failure: LateAnswer())
}
