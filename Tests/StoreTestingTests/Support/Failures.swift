import IssueReporting
import Synchronization
import Testing

/// What a failing run reported, instead of failing this test.
struct Failure: Sendable {
  let text: String
  let line: UInt

  /// The first of its three parts.
  var happened: String {
    String(text[..<(text.firstRange(of: "\n\n")?.lowerBound ?? text.endIndex)])
  }
}

func failures(_ body: () throws -> Void) rethrows -> [Failure] {
  let collector = Collector()
  try withIssueReporters([collector]) { try body() }
  return collector.failures.withLock { $0 }
}

private final class Collector: IssueReporter {
  let failures = Mutex<[Failure]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let failure = Failure(text: message() ?? "", line: line)
    failures.withLock { $0.append(failure) }
  }
}
