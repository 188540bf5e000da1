@testable import MarbleTesting
import Testing

@Suite struct TerminalColorsTests {
  @Test(
    arguments: [
      ([:], true, false), (["TERM": "xterm"], true, true), (["TERM": "xterm"], false, false),
      (["TERM": "dumb"], true, false), (["TERM": "xterm", "NO_COLOR": "1"], true, false),
      (["TERM": "xterm", "CI": "true"], true, false), (["CLICOLOR_FORCE": "1"], false, true),
      (["CLICOLOR_FORCE": "0"], false, false),
    ] as [([String: String], Bool, Bool)]
  )
  func `colors are for terminals`(
    _ environment: [String: String],
    _ isTerminal: Bool,
    _ areUsed: Bool
  ) {
    #expect(TerminalColors.areUsed(in: environment, isTerminal: isTerminal) == areUsed)
  }

  @Test func `the expected is green and the actual red`() {
    let text = """
      A.swift:1  words: expected b at 10 ms, got a
       time(ms)  0
       words     -a
       expected  -b
       actual    -a
                  ^
       10 ms  expected b; a arrived
              - b
              + a
       20 ms  expected c; nothing arrived
      """
    let lines = TerminalColors.colored(text).replacing("\u{1B}", with: "~").split(separator: "\n")
    #expect(
      lines == [
        "A.swift:1  words: expected b at 10 ms, got a",
        "~[2m time(ms)  0~[0m",
        " words     -a",
        "~[32m expected  -b~[0m",
        "~[31m actual    -a~[0m",
        "~[31m            ^~[0m",
        " 10 ms  expected ~[32mb~[0m; ~[31ma~[0m arrived",
        "~[32m        - b~[0m",
        "~[31m        + a~[0m",
        " 20 ms  expected c; nothing arrived",
      ]
    )
  }
}
