// error: instance method 'expect(_:_:_:failure:failures:checking:fileID:filePath:line:column:)' requires that 'AnyPublisher<Phase, Never>' conform to 'AsyncSequence'

import MarbleTesting

enum Phase { case idle, done }

func misspelledCase(_ m: Marbles, _ phases: AnyPublisher<Phase, Never>) {
  m.expect(phases, "i-d", ["i": .idel, "d": .done])
}
