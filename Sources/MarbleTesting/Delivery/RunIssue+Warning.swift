import IssueReporting
import MarbleReport

#if canImport(Testing)
import Testing
#endif

extension RunIssue {
  private static let printed = Lock<Set<String>>([])

  /// Reports a warning, which does not fail the test, once for each call site in a process.
  func deliverWarning() {
    guard RunIssue.printed.withLock({ $0.insert(callSite.place).inserted }) else { return }
    if RunIssue.goToTestLibrary {
      if !isTesting || !warnInSwiftTesting() {
        printToStandardError("\(callSite.filePath):\(callSite.line): warning: \(failure.text)")
      }
      return
    }
    reportIssue(
      failure.text,
      severity: .warning,
      fileID: callSite.fileID,
      filePath: callSite.filePath,
      line: callSite.line,
      column: callSite.column
    )
  }

  /// Returns false if the test library has no warnings.
  private func warnInSwiftTesting() -> Bool {
    #if canImport(Testing) && compiler(>=6.3)
    guard RunIssue.isInSwiftTesting else { return false }
    Testing.Issue.record(
      Comment(rawValue: failure.text),
      severity: .warning,
      sourceLocation: sourceLocation
    )
    return true
    #else
    return false
    #endif
  }
}
