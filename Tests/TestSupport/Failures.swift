import IssueReporting
import MarbleTesting

/// What a failing run reported, instead of failing the test.
package struct Failure: Sendable {
  package let text: String
  package let line: UInt

  /// The text without its first word, which names a line of the test.
  package var withoutPlace: String {
    text.drop { $0 != " " }.drop { $0 == " " }.description
  }

  /// The first of the paragraphs of the text.
  package var happened: String {
    String(text[..<(text.firstRange(of: "\n\n")?.lowerBound ?? text.endIndex)])
  }
}

/// What a body reports, instead of failing the test.
package func failures(_ body: () throws -> Void) rethrows -> [Failure] {
  let collector = Collector()
  try withIssueReporters([collector]) { try body() }
  return collector.failures.entries
}

final class Collector: IssueReporter {
  let failures = Log<Failure>()

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    failures.note(Failure(text: withoutCoverage(message() ?? ""), line: line))
  }
}

/// A failure without the line on what runs do not control on this system: most tests look at what is the
/// same on all.
private func withoutCoverage(_ text: String) -> String {
  guard let note = MarbleCoverage.measured.failureNote else { return text }
  return String(text.hasSuffix(note) ? text.dropLast(note.count + 2) : text[...])
}
