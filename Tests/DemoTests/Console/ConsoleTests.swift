import Testing

@testable import Demo

@Suite struct ConsoleTests {
  @Test func `plain output has no control characters, whatever is written`() async {
    let output = CapturedOutput()
    let console = Console(sink: output, form: .plain)
    let nasty = "a\u{1B}[31mb\u{7}\r\tc\u{9B}d\u{85}e\u{202E}f\u{0}g\nh"
    console.line(nasty, style: .bad)
    console.paragraph(nasty, style: .bold)
    console.table(TextTable([.right(nasty)], rows: [[nasty]]))
    await console.working(nasty) { console.line("within", style: .good) }
    let scalars = output.text.unicodeScalars.filter { $0 != "\n" }
    #expect(!scalars.contains { $0.properties.generalCategory == .control })
    #expect(!scalars.contains("\u{202E}"))
    #expect(output.lines[0] == "a[31mb  cd efg h")
  }

  @Test func `a style surrounds the text and leaves it unchanged`() {
    let output = CapturedOutput()
    Console(sink: output, form: .terminal()).line("good\u{1B}", style: .good)
    #expect(output.text == "\u{1B}[32mgood\u{1B}[0m\n")
  }

  @Test func `without styles a terminal gets none`() {
    let output = CapturedOutput()
    Console(sink: output, form: .terminal(usesStyles: false)).line("good", style: .good)
    #expect(output.text == "good\n")
  }

  @Test func `a line is truncated on a terminal and not in a pipe`() {
    let (terminal, pipe) = (CapturedOutput(), CapturedOutput())
    let text = String(repeating: "x", count: 100)
    Console(sink: terminal, form: .terminal(width: 20)).line(text)
    Console(sink: pipe, form: .plain).line(text)
    #expect(terminal.text == String(repeating: "x", count: 19) + "…\n")
    #expect(pipe.text == text + "\n")
  }

  @Test func `a paragraph is wrapped to the terminal, and to 80 columns in a pipe`() {
    let (terminal, pipe) = (CapturedOutput(), CapturedOutput())
    let text = Array(repeating: "word", count: 40).joined(separator: " ")
    Console(sink: terminal, form: .terminal(width: 20)).paragraph(text)
    Console(sink: pipe, form: .plain).paragraph(text)
    #expect(terminal.lines.map(\.columns).max() == 19)
    #expect(pipe.lines.map(\.columns).max() == 79)
  }
}
