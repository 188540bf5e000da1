import IssueReporting
import MarbleTesting

/// An issue of a failing run, returned instead of failing the test.
package struct Failure: Sendable {
  package let text: String
  package let line: UInt

  /// The text without its first word, which has a line of the test.
  package var withoutLocation: String {
    text.drop { $0 != " " }.drop { $0 == " " }.description
  }

  /// The listed items: the first one ends the first line, the others have separate lines.
  package var items: [String] {
    let lines = happened.split(separator: "\n")
    guard let first = lines.first, let start = first.firstRange(of: ": ")?.upperBound else {
      return []
    }
    let item = first[start...].replacing(#/(?:; \d+ more:|\.)$/#, with: "")
    return [String(item)] + lines.dropFirst().map { String($0.drop { $0 == " " }) }
  }

  /// The first of the paragraphs of the text.
  package var happened: String {
    String(text[..<(text.firstRange(of: "\n\n")?.lowerBound ?? text.endIndex)])
  }
}

/// Returns the issues of a body, instead of failing the test.
package func failures(_ body: () throws -> Void) rethrows -> [Failure] {
  let collector = Collector()
  try withIssueReporters([collector]) { try body() }
  return collector.failures.entries
}

/// Returns the warnings of a body, and its failures, instead of reporting them.
package func warnings(
  _ body: () throws -> Void
) rethrows -> (
  warnings: [Failure], failures: [Failure]
) {
  let collector = Collector()
  try withIssueReporters([collector]) { try body() }
  return (collector.warnings.entries, collector.failures.entries)
}

final class Collector: IssueReporter {
  let failures = Log<Failure>()
  let warnings = Log<Failure>()

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let issue = Failure(text: withoutCoverage(message() ?? ""), line: line)
    if case .warning = severity { warnings.note(issue) } else { failures.note(issue) }
  }
}

/// Returns a failure without the line on uncontrolled mechanisms of this system: most tests compare
/// the rest.
private func withoutCoverage(_ text: String) -> String {
  guard let note = MarbleCoverage.measured.failureNote else { return text }
  return String(text.hasSuffix(note) ? text.dropLast(note.count + 2) : text[...])
}
