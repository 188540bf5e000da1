import Testing

@testable import Demo

@Suite struct ConsoleFormTests {
  @Test func `a pipe is plain, whatever the environment says`() {
    let form = ConsoleForm(
      isTerminal: false,
      columns: 100,
      environment: ["TERM": "xterm", "COLUMNS": "90"]
    )
    #expect(form == .plain)
  }

  @Test func `a dumb terminal is plain`() {
    #expect(ConsoleForm(isTerminal: true, columns: 80, environment: ["TERM": "dumb"]) == .plain)
  }

  @Test(arguments: [("1", false), ("yes", false), ("", true)])
  func `NO_COLOR turns styles off unless it is empty`(value: String, usesStyles: Bool) {
    let form = ConsoleForm(isTerminal: true, columns: 80, environment: ["NO_COLOR": value])
    #expect(form.usesStyles == usesStyles)
    #expect(form.isTerminal)
  }

  @Test(arguments: [(100, nil, 100), (nil, "90", 90), (nil, "x", 80), (nil, nil, 80), (3, nil, 20)])
  func `the width is the terminal’s, or COLUMNS, or 80, and at least 20`(
    columns: Int?,
    variable: String?,
    width: Int
  ) {
    let environment = variable.map { ["COLUMNS": $0] } ?? [:]
    let form = ConsoleForm(isTerminal: true, columns: columns, environment: environment)
    #expect(form.width == width)
  }
}
