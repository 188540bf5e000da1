import MarbleTesting
import OpenCombineShim
import Testing

@Suite struct ValueTextTests {
  @Test(
    arguments: [
      (.microseconds(-500), "-0.5ms"), (.milliseconds(-1_500), "-1500ms"), (.seconds(-2), "-2s"),
      (.seconds(-20) - .milliseconds(500), "-20500ms"),
    ] as [(Duration, String)]
  )
  func `a time before the start has its sign`(_ time: Duration, _ text: String) {
    let failures = failures { marbles { m in m.advance(to: time) } }
    #expect(
      failures.first?.text.hasPrefix("m.advance was told to go to \(text), and it is 0ms already.")
        == true
    )
  }

  @Test func `a value named like a sign has a mark`() {
    let failures = failures {
      marbles { m in
        let signs = m.hot("a'|' '-' ' ' (b'#')|")
        m.expect(signs, "a'|' '-' '('(b'#')|")
      }
    }
    #expect(
      failures.map(\.text.withoutPlace) == [
        """
        signs: 1 value is different
         time(ms)  0    50
         signs     a*+%&|     * = '|', + = '-', % = ' ', & = (b '#')
         expected  a*+@&|     * = '|', + = '-', @ = '(', & = (b '#')
         actual    a*+%&|     * = '|', + = '-', % = ' ', & = (b '#')
                      ^
         30 ms  expected '('; ' ' arrived
         If this is right, the diagram is "a'|' '-' ' '(b'#')|".
        """
      ]
    )
  }
}
