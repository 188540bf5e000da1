// error: extra argument 'check' in call

import MarbleTesting

func misspelledLabel(_ m: Marbles) {
  m.expect(m.hot("a-b"), "a-b", check: .order)
}
