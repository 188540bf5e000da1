import Foundation
import MarbleTesting
import TestSupport
import Testing

/// The first line of a failing test says what is wrong: fifty examples, chosen by case.
///
/// `RECORD_GOLDEN=1 swift test --filter FirstLinesTests` writes the table again; read the
/// difference.
@Suite struct FirstLinesTests {
  static let examples =
    GoldenExample.times + GoldenExample.fields + GoldenExample.ends + GoldenExample.parts
    + GoldenExample.subscriptions + GoldenExample.mistakes + GoldenExample.works

  @Test(arguments: examples)
  func `the first line says what is wrong`(_ example: GoldenExample) throws {
    let table = try String(contentsOf: FirstLinesTests.file, encoding: .utf8)
    #expect(table.components(separatedBy: "\n\n").contains(FirstLinesTests.row(example)))
  }

  @Test(.needs(.sleep), arguments: GoldenExample.sleeps)
  func `the first line of a sleep says what is wrong`(_ example: GoldenExample) {
    let start =
      example.name == "allowed sleeps in a failing run"
      ? "FILE:LINE  words: a arrived 10 ms late"
      : "Code of this run slept without an injected clock: a task slept for 1800s"
    #expect(example.firstLines.map { $0.hasPrefix(start) } == [true])
  }

  @Test func `a first line fits into a terminal`() {
    for line in FirstLinesTests.examples.flatMap(\.firstLines) { #expect(line.count <= 160) }
  }

  @Test func `a suggested diagram is not the written one`() throws {
    let failures = FirstLinesTests.examples.flatMap(\.reported)
    let suggested = failures.filter { $0.text.contains(" If this is right, the diagram is ") }
    #expect(suggested.count > 40)
    for failure in suggested {
      let lanes = failure.text.split(separator: "\n").filter {
        $0.hasPrefix(" expected") || $0.hasPrefix(" actual")
      }
      let drawn = lanes.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
      #expect(drawn.count == 2 && drawn.first != drawn.last, "\(failure.text)")
    }
  }

  @Test func `the table has fifty cases or more`() throws {
    let rows = FirstLinesTests.examples.map(FirstLinesTests.row)
    let text = rows.joined(separator: "\n\n") + "\n\n"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try text.write(to: FirstLinesTests.file, atomically: false, encoding: .utf8)
    }
    #expect(rows.count >= 50)
    #expect(try text == String(contentsOf: FirstLinesTests.file, encoding: .utf8))
  }

  static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Golden/Texts/first lines.txt")

  private static func row(_ example: GoldenExample) -> String {
    ([example.name] + example.firstLines.map { "  \($0)" }).joined(separator: "\n")
  }
}
