// error: the publisher cannot fail with these errors: `failures:` takes its Failure type

import MarbleTesting

struct WrongPassword: Error {}
struct LockedAccount: Error {}

func failuresOfAnotherType(_ m: Marbles, _ words: AnyPublisher<String, WrongPassword>) {
  m.expect(words, "-#x", failures: ["x": LockedAccount()])
}
